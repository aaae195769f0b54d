--  Not every integer survives the way to Float and back. After SV-COMP floats-cbmc-via-esbmc/int-to-float2.
procedure Round_Trip (N : Natural) with
  Pre => N <= 100_000_000
is
   F : Float;
begin
   F := Float (N);
   pragma Assert (Integer (F) = N);
end Round_Trip;
