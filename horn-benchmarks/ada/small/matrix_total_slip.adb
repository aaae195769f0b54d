--  The total of rows and columns. With a slip.
with Small_Arrays; use Small_Arrays;

procedure Matrix_Total_Slip (M : Matrix) is
   Total : Integer := 0;
begin
   for I in M'Range (1) loop
      for J in M'Range (2) loop
         Total := Total + M (I, J);
      end loop;
   end loop;
   pragma Assert (abs Total <= 1_900);
end Matrix_Total_Slip;
