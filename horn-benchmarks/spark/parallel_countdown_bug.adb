--  Two counters that start equal end equal (Jhala and McMillan).
--  One mistake is seeded: the annotation does not hold.
procedure Parallel_Countdown_Bug (I, J : in Natural) is
   X : Integer := I;
   Y : Integer := J;
begin
   while X /= 0 loop
      X := X - 1;
      exit when Y < -1_000_000_000;
      Y := Y - 2;
   end loop;
   --% assert (X = 0 and I = J) -> Y = 0;
end Parallel_Countdown_Bug;
