--  Only the first iteration sets the flag, and it does not stay.
--  One mistake is seeded: the annotation does not hold.
procedure First_Only_Bug (N : in Positive) is
   K : Integer := 0;
begin
   --% assume N > 1;
   for I in 0 .. N - 1 loop
      K := (if I > 1 then 1 else 0);
   end loop;
   --% assert K <= 0;
end First_Only_Bug;
