--  Levels sorted downwards, a permutation. With a slip.
procedure Selection_Desc_Enum_Slip (A, B, C, D : Natural) is
   type Level is (Low, Medium, High, Critical);
   type Queue is array (1 .. 4) of Level;
   function To_Level (N : Natural) return Level is (Level'Val (N mod 4));
   Q : Queue := (To_Level (A), To_Level (B), To_Level (C), To_Level (D));
   Given : constant Queue := Q;
   function Count (X : Queue; L : Level) return Natural is
      N : Natural := 0;
   begin
      for I in X'Range loop
         N := N + (if X (I) = L then 1 else 0);
      end loop;
      return N;
   end Count;
begin
   for I in 1 .. 3 loop
      for J in I + 1 .. 4 loop
         if Q (J) > Q (I) then
            declare
               T : constant Level := Q (I);
            begin
               Q (I) := Q (J);
               Q (J) := T;
            end;
         end if;
      end loop;
   end loop;
   pragma Assert (for all I in 1 .. 3 => Q (I) > Q (I + 1));
   for L in Level loop
      pragma Assert (Count (Q, L) = Count (Given, L));
   end loop;
end Selection_Desc_Enum_Slip;
