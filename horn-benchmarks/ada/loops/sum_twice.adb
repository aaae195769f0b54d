--  N times two. After SV-COMP loops/sum01.
procedure Sum_Twice (N : Natural) with
  Pre => N <= 1_000_000
is
   Sum : Natural := 0;
begin
   for I in 1 .. N loop
      Sum := Sum + 2;
      pragma Assert (Sum = 2 * I);
   end loop;
   pragma Assert (Sum = 2 * N);
end Sum_Twice;
