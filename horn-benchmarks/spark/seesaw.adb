--  The slope between two counters stays between one half and three.
procedure Seesaw is
   function Nondet return Boolean with Import, Volatile_Function;
   X, Y : Integer := 0;
begin
   while Nondet loop
      exit when X > 1_000_000;
      if Nondet then
         if X >= 9 then
            X := X + 2;
            Y := Y + 1;
         end if;
      elsif Nondet then
         if X in 7 .. 9 then
            X := X + 1;
            Y := Y + 3;
         end if;
      elsif Nondet then
         if X in 5 .. 7 then
            X := X + 2;
            Y := Y + 1;
         end if;
      elsif X <= 4 then
         X := X + 1;
         Y := Y + 2;
      end if;
   end loop;
   --% assert 2 * Y >= X and 3 * X >= Y;
end Seesaw;
