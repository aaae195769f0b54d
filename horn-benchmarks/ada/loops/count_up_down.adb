--  What one counter loses the other gains. After SV-COMP loops/count_up_down.
procedure Count_Up_Down (N : Natural) is
   X : Natural := N;
   Y : Natural := 0;
begin
   while X > 0 loop
      X := X - 1;
      Y := Y + 1;
   end loop;
   pragma Assert (Y = N);
end Count_Up_Down;
