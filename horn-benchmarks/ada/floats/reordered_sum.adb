--  The order of a sum matters. After SV-COMP floats-cbmc-via-esbmc/Float-no-simp3.
procedure Reordered_Sum (X, Y, Z : Float) with
  Pre => X in -1.0E6 .. 1.0E6 and then Y in -1.0E6 .. 1.0E6
    and then Z in -1.0E6 .. 1.0E6
is
   Left, Right : Float;
begin
   Left  := X + Y;
   Left  := Left + Z;
   Right := Y + Z;
   Right := X + Right;
   pragma Assert (Left = Right);
end Reordered_Sum;
