--  Which node a key gets in a hashed map is open, and so is the order of its keys.
with Ada.Containers; use Ada.Containers;
with SPARK.Containers.Formal.Hashed_Maps;
procedure Formal_Maps is
   type Name is record
      First, Second : Natural;
   end record;
   function Same (X, Y : Name) return Boolean is (X.First = Y.First);
   function Hash (X : Name) return Hash_Type is (Hash_Type (X.First));
   package Maps is new SPARK.Containers.Formal.Hashed_Maps (Name, Integer, Hash, Same);
   use Maps;
   M        : Map (4, Default_Modulus (4));
   Found    : Cursor;
   Inserted : Boolean;
begin
   Insert (M, (1, 1), 10);
   Insert (M, (2, 2), 20);
   Insert (M, (1, 5), 30, Found, Inserted);
   pragma Assert (not Inserted and Element (M, Found) = 10);
   pragma Assert (Element (M, Name'(2, 9)) = 20);
   pragma Assert (Length (M) = 2);
   Replace_Element (M, Found, 11);
   pragma Assert (Element (M, Name'(1, 0)) = 11);
   Delete (M, Name'(2, 0));
   pragma Assert (not Contains (M, Name'(2, 2)));
   pragma Assert (Has_Element (M, Found));
   Insert (M, (3, 3), 40);
   pragma Assert (Key (M, First (M)).First = 1);  --  open
end Formal_Maps;
