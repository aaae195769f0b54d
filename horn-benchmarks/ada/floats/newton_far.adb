--  Too far from the root, one step of Newton's method doesn't help. After SV-COMP floats-cdfpl/newton_1_6_false.
procedure Newton_Far (Start : Float) with
  Pre => Start in -1.2 .. 1.2
is

   function Value (X : Float) return Float is
   begin
      return X - (X * X * X) / 6.0 + (X * X * X * X * X) / 120.0;
   end Value;

   function Slope (X : Float) return Float is
   begin
      return 1.0 - (X * X) / 2.0 + (X * X * X * X) / 24.0;
   end Slope;

   Next : Float;
begin
   Next := Start - Value (Start) / Slope (Start);
   pragma Assert (Next < 0.1);
end Newton_Far;
