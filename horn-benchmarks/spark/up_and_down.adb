--  Two counters rise together and fall together.
procedure Up_And_Down is
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
      Y := Y - 1;
   end loop;
   --% assert Y = 0;
end Up_And_Down;
