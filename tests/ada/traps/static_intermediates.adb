--  Inside of a static expression values may be outside of the base range (RM 4.9 (33)); only the whole one must not.
procedure Static_Intermediates (N : Integer) is
   type Small is range -100 .. 100;
   Top : constant Integer := Integer'Last + 1 - 1;
   Odd : constant Integer := Integer'Last * 2 / 2;
   S   : constant Small := Small'Last * 50 / 50;
   M   : Integer := N;
begin
   pragma Assert (Top = Odd and S = 100);
   pragma Assert (-(Integer'First + 0) - 1 = Top);
   M := M + (Integer'Last - 1 + 1);
   pragma Assert (M >= N);
end Static_Intermediates;
