--  Far out a step of one is lost. After SV-COMP floats-cbmc-via-esbmc/int-to-float-prec-boundary.
procedure Large_Increment (Mileage : Float) with
  Pre => Mileage in 0.0 .. 2.0E7
is
   Next : Float;
begin
   Next := Mileage + 1.0;
   pragma Assert (Next > Mileage);
end Large_Increment;
