--  The second variable rises, then falls. After SV-COMP loop-lit/gr2006.
procedure Up_Then_Down is
   X, Y : Integer := 0;
begin
   loop
      if X < 50 then
         Y := Y + 1;
      else
         Y := Y - 1;
      end if;
      exit when Y < 0;
      X := X + 1;
   end loop;
   pragma Assert (X = 100);
end Up_Then_Down;
