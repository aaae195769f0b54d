--  The equality of a set's elements compares a part, whose "=" the program defines, and which is none.
with SPARK.Containers.Functional.Sets;
procedure Broken_Part is
   package Parts is
      type Part is record
         Value : Natural;
      end record;
      function "=" (X, Y : Part) return Boolean is (X.Value <= Y.Value);
      type Whole is record
         Left : Part;
      end record;
   end Parts;
   use Parts;
   package Sets is new SPARK.Containers.Functional.Sets (Whole);
   use Sets;
   S : Set;
begin
   S := Add (S, (Left => (Value => 1)));
   pragma Assert (not Contains (S, (Left => (Value => 0))));
end Broken_Part;
