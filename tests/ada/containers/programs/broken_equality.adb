--  What is no equivalence: nothing is known of the set.
with SPARK.Containers.Functional.Sets;
procedure Broken_Equality is
   function Near (X, Y : Integer) return Boolean is (X = Y or else X = Y - 1);
   package Sets is new SPARK.Containers.Functional.Sets (Integer, Near);
   use Sets;
   S : Set;
begin
   S := Add (S, 1);
   pragma Assert (not Contains (S, 3));
end Broken_Equality;
