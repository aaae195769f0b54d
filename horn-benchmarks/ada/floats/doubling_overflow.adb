--  128 doublings of a number from one on leave the range of Float. After SV-COMP floats-cbmc-via-esbmc/Float-overflow2.
procedure Doubling_Overflow (Start : Float) with
  Pre => Start in 1.0 .. 2.0
is
   X : Float := Start;
begin
   for I in 1 .. 128 loop
      X := X * 2.0;
   end loop;
   pragma Assert (X > 0.0);
end Doubling_Overflow;
