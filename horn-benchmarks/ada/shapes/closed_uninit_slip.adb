--  A local that gets its value in the loop. With a slip.
procedure Closed_Uninit_Slip is
   type Buffer is array (1 .. 10) of Integer;
   B : Buffer;
   Last : Integer;
   Count : Natural := 0;
begin
   for I in Buffer'Range loop
      if I mod 2 = 0 then
         B (I) := I * I;
         Last := I;
         Count := Count + 1;
      end if;
   end loop;
   if Count > 0 then
      pragma Assert (B (Last) = 81);
   end if;
end Closed_Uninit_Slip;
