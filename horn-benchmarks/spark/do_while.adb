--  A counter up to ten leaves another variable alone.
procedure Do_While is
   A, I : Integer := 0;
begin
   loop
      I := I + 1;
      exit when I >= 10;
   end loop;
   --% assert A <= 1 and I = 10;
end Do_While;
