--  The total of rows and columns.
with Small_Arrays; use Small_Arrays;

procedure Matrix_Total (M : Matrix) is
   Total : Integer := 0;
begin
   for I in M'Range (1) loop
      for J in M'Range (2) loop
         Total := Total + M (I, J);
      end loop;
   end loop;
   pragma Assert (abs Total <= 2_000);
end Matrix_Total;
