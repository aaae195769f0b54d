--  A linear combination of two variables stays at or above zero whichever way they move.
procedure Opposite_Moves is
   function Nondet return Boolean with Import, Volatile_Function;
   X, Y : Integer;
   Xa, Ya : Integer := 0;
begin
   while Nondet loop
      exit when abs Xa > 10_000 or abs Ya > 10_000;
      X := Xa + 2 * Ya;
      Y := -2 * Xa + Ya;
      X := X + 1;
      if Nondet then
         Y := Y + X;
      else
         Y := Y - X;
      end if;
      Xa := X - 2 * Y;
      Ya := 2 * X + Y;
   end loop;
   --% assert Xa + 2 * Ya >= 0;
end Opposite_Moves;
