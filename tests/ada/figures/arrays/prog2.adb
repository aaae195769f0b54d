package body prog2 is
   procedure initArray is
      arr: array (1..10) of Integer;
      temp: Integer;
   begin
      arr(1) := 0;
      temp:= arr(1);
      arr(3) := temp;
      pragma Assert (arr(1) = arr(3));
   end initArray;
end prog2;
