--  Equivalent keys of different hashes: nothing is known of the map.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Hashed_Maps;
procedure Broken_Hash is
   type Name is record
      First, Second : Natural;
   end record;
   function Same (X, Y : Name) return Boolean is (X.First = Y.First);
   function Hash (X : Name) return Hash_Type is (Hash_Type (X.Second));
   package Maps is new SPARK.Containers.Formal.Hashed_Maps (Name, Integer, Hash, Same);
   use Maps;
   M : Map (4, 7);
begin
   Insert (M, (1, 1), 10);
   pragma Assert (Contains (M, (1, 2)));
end Broken_Hash;
