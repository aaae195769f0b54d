--  Steps of two keep the parity, a guard keeps the range. After SV-COMP loop-invariants/even.
procedure Even_Steps (Limit : Natural) with
  Pre => Limit <= 1_000_000
is
   X : Natural := 0;
begin
   while X < Limit loop
      X := X + 2;
   end loop;
   pragma Assert (X mod 2 = 0);
   pragma Assert (X <= Limit + 1);
end Even_Steps;
