--  A Taylor series of the sine around zero. After SV-COMP floats-cdfpl/sine_4.
procedure Sine_Series (X : Float) with
  Pre => X in -0.5 .. 0.5
is
   Sine : Float;
begin
   Sine := X - (X * X * X) / 6.0 + (X * X * X * X * X) / 120.0;
   pragma Assert (Sine in -0.6 .. 0.6);
end Sine_Series;
