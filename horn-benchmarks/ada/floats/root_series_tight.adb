--  The same series with one more term, and a bound that is too tight. After SV-COMP floats-cdfpl/square_2_false.
procedure Root_Series_Tight (X : Float) with
  Pre => X >= 0.0 and then X < 1.0
is
   Result : Float;
begin
   Result :=
     1.0 + 0.5 * X - 0.125 * X * X + 0.0625 * X * X * X
     - 0.039_062_5 * X * X * X * X;
   pragma Assert (Result >= 0.0 and then Result < 1.398);
end Root_Series_Tight;
