--  The bounds of a for loop are evaluated once, and the loop parameter is not changed by what the body does.
procedure Bounds_Once (N : Natural) with
  Pre => N <= 100
is
   Limit : Integer := N;
   Count : Natural := 0;
begin
   for I in 1 .. Limit loop
      Limit := 0;
      Count := Count + 1;
      pragma Assert (Count = I);
   end loop;
   pragma Assert (Count = N);
end Bounds_Once;
