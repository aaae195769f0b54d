--  From a certain round on nothing is added. After SV-COMP loops/sum01_bug02.
procedure Sum_Interrupted (N : Natural) with
  Pre => N <= 1_000_000
is
   Sum : Natural := 0;
begin
   for I in 1 .. N loop
      if I < 6 then
         Sum := Sum + 2;
      end if;
   end loop;
   pragma Assert (Sum = 2 * N or else Sum = 0);
end Sum_Interrupted;
