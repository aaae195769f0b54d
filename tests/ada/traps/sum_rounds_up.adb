--  Ten times 0.1 is more than 1.0 in single precision: what comes from one input cancels but for the roundings.
procedure Sum_Rounds_Up (X : Float) with Pre => X in 0.0 .. 1.0 is
   S : Float := 0.0;
begin
   for I in 1 .. 10 loop
      S := S + X;
   end loop;
   pragma Assert (S - 10.0 * X <= 4.0E-6);
   pragma Assert (S - 10.0 * X <= 1.0E-7);
end Sum_Rounds_Up;
