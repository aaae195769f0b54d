--  A total by rows and by columns. With a slip.
procedure Matrix_Rows_Cols_Slip (P, Q : Integer) with Pre => P in -10 .. 10 and Q in -10 .. 10 is
   type Grid is array (1 .. 4, 1 .. 5) of Integer;
   M : Grid;
   By_Row, By_Col : Integer := 0;
begin
   for R in 1 .. 4 loop
      for C in 1 .. 5 loop
         M (R, C) := P * R + Q * C;
      end loop;
   end loop;
   for R in Grid'Range (1) loop
      for C in Grid'Range (2) loop
         By_Row := By_Row + M (R, C);
      end loop;
   end loop;
   for C in Grid'Range (2) loop
      for R in Grid'Range (1) loop
         By_Col := By_Col + M (R, C);
      end loop;
   end loop;
   pragma Assert (By_Row = By_Col);
   pragma Assert (By_Row = 60 * P + 50 * Q);
end Matrix_Rows_Cols_Slip;
