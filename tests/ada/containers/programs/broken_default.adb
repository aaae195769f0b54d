--  The default equivalence of keys is the "=" of a record, which the program defines, and which is none.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Hashed_Maps;
procedure Broken_Default is
   package Names is
      type Name is record
         First, Second : Natural;
      end record;
      function "=" (X, Y : Name) return Boolean is (X.First <= Y.First);
      function Hash (X : Name) return Hash_Type is (0);
   end Names;
   use Names;
   package Maps is new SPARK.Containers.Formal.Hashed_Maps (Name, Integer, Hash);
   use Maps;
   M : Map (4, 7);
begin
   Insert (M, (2, 1), 10);
   Insert (M, (1, 1), 20);
   pragma Assert (Length (M) = 1);
   pragma Assert (not Contains (M, (0, 1)));
end Broken_Default;
