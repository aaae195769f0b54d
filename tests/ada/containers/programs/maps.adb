with Ada.Containers.Hashed_Maps; use Ada.Containers;
with Ada.Containers.Ordered_Maps;
procedure Maps (N : Integer) is
   function Hash (Key : Integer) return Hash_Type is (Hash_Type'Mod (Key));
   package Hashed is new Ada.Containers.Hashed_Maps (Integer, Integer, Hash, "=");
   package Ordered is new Ada.Containers.Ordered_Maps (Integer, Integer);
   use type Hashed.Map, Ordered.Map;
   H, G : Hashed.Map;
   O    : Ordered.Map;
   Sum  : Integer := 0;
begin
   H.Insert (3, 30);
   H.Insert (1, 10);
   H.Include (3, 33);
   pragma Assert (H.Length = 2 and H.Contains (3) and H (3) = 33 and H.Element (1) = 10 and not H.Contains (2));
   H (1) := H (1) + 1;
   H.Replace (3, 34);
   H.Exclude (2);
   pragma Assert (H (1) = 11 and H (3) = 34);
   G.Insert (3, 34);
   G.Insert (1, 11);
   pragma Assert (G = H);
   begin
      H.Insert (1, 5);
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   begin
      H.Delete (2);
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   H.Delete (1);
   pragma Assert (H.Length = 1 and G /= H);
   if N > 5 then
      pragma Assert (not H.Contains (N));
      H.Insert (N, N);
      pragma Assert (H (N) /= 7);  --  fails: VC_ASSERT
   end if;
   O.Insert (3, 30);
   O.Insert (1, 10);
   O.Insert (2, 20);
   pragma Assert (O.First_Key = 1 and O.Last_Element = 30 and O (2) = 20);
   for E of O loop
      pragma Assert (E > Sum);
      Sum := E;
      E := E + 1;
   end loop;
   O.Delete_First;
   pragma Assert (Sum = 30 and O.First_Element = 21 and O.Length = 2);
   O.Clear;
   begin
      Sum := O.First_Element;
      pragma Assert (False);
   exception
      when Constraint_Error =>
         pragma Assert (N < 9);  --  fails: VC_ASSERT
   end;
end Maps;
