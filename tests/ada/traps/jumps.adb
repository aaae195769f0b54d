--  Labels: on with the loop, out of two loops, and backwards.
procedure Jumps (Limit : Integer) is
   Last, Rounds : Integer := 0;
begin
   <<Again>>
   Rounds := Rounds + 1;
   for I in 1 .. 4 loop
      if I mod 2 = 0 then
         goto Continue;
      end if;
      Last := I;
      <<Continue>> null;
      pragma Assert (Last <= I);
   end loop;
   if Rounds < 3 then
      goto Again;
   end if;
   pragma Assert (Rounds = 3);
   for I in 1 .. 3 loop
      for J in 1 .. 3 loop
         if I * J > Limit then
            Last := I;
            goto Done;
         end if;
      end loop;
   end loop;
   Last := 0;
   <<Done>> null;
   pragma Assert (Last in 0 .. 3);
   pragma Assert (Last /= 2);
end Jumps;
