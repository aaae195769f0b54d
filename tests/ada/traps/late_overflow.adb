--  The sum overflows after 65,536 turns and more, so no short run shows it.
procedure Late_Overflow (N : Natural) is
   Sum : Integer := 0;
   I   : Integer := 0;
begin
   while I < N loop
      Sum := Sum + I;
      I := I + 1;
   end loop;
   pragma Assert (Sum >= 0);
end Late_Overflow;
