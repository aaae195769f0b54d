--  A conversion to Integer rounds, it does not cut off. After SV-COMP floats-cbmc-via-esbmc/Float1.
procedure Round_Half (X : Float) with
  Pre => X in 0.0 .. 1_000.0
is
   N : Integer;
begin
   N := Integer (X);
   pragma Assert (N >= 0 and then N <= 1_000);
   pragma Assert (Float (N) <= X);
end Round_Half;
