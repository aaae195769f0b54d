with Ada.Containers.Hashed_Sets; use Ada.Containers;
procedure Sets (N : Integer) is
   function Hash (Element : Integer) return Hash_Type is (Hash_Type'Mod (Element));
   package Hashed is new Ada.Containers.Hashed_Sets (Integer, Hash, "=");
   use type Hashed.Set;
   H, G : Hashed.Set;
begin
   H.Insert (3);
   H.Insert (1);
   H.Include (3);
   pragma Assert (H.Length = 2 and H.Contains (3) and not H.Contains (2));
   G := H - Hashed.To_Set (3);
   pragma Assert (G.Length = 1 and G.Contains (1) and Hashed.Is_Subset (G, H) and G /= H);
   begin
      H.Insert (1);
      pragma Assert (False);
   exception
      when Constraint_Error => null;
   end;
   H.Delete (1);
   pragma Assert (not Hashed.Overlap (G, H));
   if N > 5 then
      H.Include (N);
      pragma Assert (H.Length = 2);
      pragma Assert (not H.Contains (7));  --  fails: VC_ASSERT
   end if;
end Sets;
