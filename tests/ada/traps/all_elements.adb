--  The elements of a matrix, one after the other; "exit" leaves the whole loop.
procedure All_Elements (Row : Integer) is
   type Matrix is array (1 .. 2, 1 .. 2) of Integer;
   M    : Matrix := ((1, 2), (3, 4));
   Seen : Integer := 0;
begin
   for E of M loop
      exit when E = 3;
      E := 0;
      Seen := Seen + 1;
   end loop;
   pragma Assert (Seen = 2 and M (1, 2) = 0 and M (2, 1) = 3);
   if Row in 1 .. 2 then
      pragma Assert (M (Row, 1) = 3);
   end if;
end All_Elements;
