--  A matrix filled row by row. After SV-COMP array-fpi-diffy/nested-nli1 and sanfoundry_02.
procedure Matrix_Rows is
   subtype Row is Positive range 1 .. 40;
   subtype Column is Positive range 1 .. 60;
   type Matrix is array (Row, Column) of Natural;
   M : Matrix := (others => (others => 0));
begin
   for R in Row loop
      for C in Column loop
         M (R, C) := R;
      end loop;
   end loop;

   for R in Row loop
      for C in Column loop
         pragma Assert (M (R, C) = R);
      end loop;
   end loop;
end Matrix_Rows;
