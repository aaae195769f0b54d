--  The slope of one step of Newton's method for the sine stays away from zero. After SV-COMP floats-cdfpl/newton_1_2.
procedure Newton_Slope (X : Float) with
  Pre => X in -0.4 .. 0.4
is

   function Value (X : Float) return Float is
     (X - (X * X * X) / 6.0)
   with Pre => X in -0.4 .. 0.4;

   function Slope (X : Float) return Float is
     (1.0 - (X * X) / 2.0)
   with Pre => X in -0.4 .. 0.4;

   Next : Float;
begin
   Next := X - Value (X) / Slope (X);
   pragma Assert (Next in -1.0 .. 1.0);
end Newton_Slope;
