with Ada.Containers.Hashed_Maps; use Ada.Containers;
procedure Map_Orders is
   function Hash (Key : Integer) return Hash_Type is (Hash_Type'Mod (Key));
   package Hashed is new Ada.Containers.Hashed_Maps (Integer, Integer, Hash, "=");
   H : Hashed.Map;
   First, Last, Sum : Integer := 0;
begin
   H.Insert (1, 1);
   H.Insert (2, 2);
   for E of H loop
      pragma Assert (E in 1 .. 2);
      Sum := Sum + E;
      Last := E;
   end loop;
   pragma Assert (Sum = 3);
   pragma Assert (Last = 2);  --  open
   for E of H loop
      First := (if First = 0 then E else First);
      E := 7;
   end loop;
   pragma Assert (First = 1);  --  open
   pragma Assert (H (1) = 7 and H (2) = 7);
   pragma Assert (H.Capacity > 1);
   pragma Assert (H.Capacity < 1000);  --  open
end Map_Orders;
