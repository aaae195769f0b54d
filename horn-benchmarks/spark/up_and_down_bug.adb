--  Two counters rise together and fall together.
--  One mistake is seeded: the annotation does not hold.
procedure Up_And_Down_Bug is
   function Nondet return Boolean with Import, Volatile_Function;
   X, Y : Integer := 0;
begin
   while Nondet loop
      exit when X > 1_000_000;
      X := X + 1;
      Y := Y + 1;
   end loop;
   while X /= 0 loop
      X := X - 1;
      Y := Y - 2;
   end loop;
   --% assert Y = 0;
end Up_And_Down_Bug;
