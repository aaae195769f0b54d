--  A fixed number of rounds. After SV-COMP loops/sum04.
procedure Sum_Eight is
   Step : constant := 2;
   Size : constant := 8;
   Sum  : Natural := 0;
begin
   for I in 1 .. Size loop
      Sum := Sum + Step;
   end loop;
   pragma Assert (Sum = Size * Step or else Sum = 0);
end Sum_Eight;
