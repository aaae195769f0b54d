--  The same with a map of the language: nothing is known of it.
with Ada.Containers; use Ada.Containers;
with Ada.Containers.Hashed_Maps;
procedure Broken_Map is
   type Name is record
      First, Second : Natural;
   end record;
   function Same (X, Y : Name) return Boolean is (X.First = Y.First);
   function Hash (X : Name) return Hash_Type is (Hash_Type (X.Second));
   package Maps is new Ada.Containers.Hashed_Maps (Name, Integer, Hash, Same);
   use Maps;
   M : Map;
begin
   Insert (M, (1, 1), 10);
   pragma Assert (Contains (M, (1, 2)));
end Broken_Map;
