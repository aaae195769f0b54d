--  A counter up to ten leaves another variable alone.
--  One mistake is seeded: the annotation does not hold.
procedure Do_While_Bug is
   A, I : Integer := 0;
begin
   loop
      I := I + 1;
      exit when I > 10;
   end loop;
   --% assert A <= 1 and I = 10;
end Do_While_Bug;
