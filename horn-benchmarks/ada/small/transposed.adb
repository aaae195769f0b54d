--  Rows become columns.
with Small_Arrays; use Small_Arrays;

procedure Transposed (Given : Square) is
   M : Square := Given;
   T : Integer;
begin
   for I in 1 .. 4 loop
      for J in I + 1 .. 4 loop
         T := M (I, J);
         M (I, J) := M (J, I);
         M (J, I) := T;
      end loop;
   end loop;
   pragma Assert (for all I in 1 .. 4 => (for all J in 1 .. 4 => M (I, J) = Given (J, I)));
end Transposed;
