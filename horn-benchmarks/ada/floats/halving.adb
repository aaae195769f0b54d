--  Ten halvings leave a thousandth. After SV-COMP floats-cbmc-via-esbmc/Float-overflow1.
procedure Halving (Start : Float) with
  Pre => Start in 1.0 .. 2.0
is
   X : Float := Start;
begin
   for I in 1 .. 10 loop
      X := X / 2.0;
   end loop;
   pragma Assert (X >= 0.000_976_562_5 and then X <= 0.002);
end Halving;
