--  Adding two as often as the loop counts.
--  One mistake is seeded: the annotation does not hold.
procedure Sum_Of_Twos_Bug (N : in Positive) is
   S : Integer := 1;
begin
   --% assume N <= 1_000_000;
   for I in 1 .. N loop
      S := S + 2;
   end loop;
   --% assert S = 2 * N;
end Sum_Of_Twos_Bug;
