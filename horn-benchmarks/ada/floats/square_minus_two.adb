--  No integer is a root of two, so the division is safe. After SV-COMP float-benchs/inv_square_int.
procedure Square_Minus_Two (X : Integer) with
  Pre => X in -10 .. 10
is
   Square  : constant Float := Float (X * X);
   Rest    : Float;
   Inverse : Float;
begin
   Rest := Square - 2.0;
   pragma Assert (Rest /= 0.0);
   Inverse := 1.0 / Rest;
   pragma Assert (Inverse <= 1.0);
end Square_Minus_Two;
