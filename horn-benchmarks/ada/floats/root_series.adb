--  A Taylor series of the square root of 1 + X stays below its bound. After SV-COMP floats-cdfpl/square_6.
procedure Root_Series (X : Float) with
  Pre => X >= 0.0 and then X < 1.0
is
   Result : Float;
begin
   Result := 1.0 + 0.5 * X - 0.125 * X * X + 0.0625 * X * X * X;
   pragma Assert (Result >= 0.0 and then Result <= 1.5625);
end Root_Series;
