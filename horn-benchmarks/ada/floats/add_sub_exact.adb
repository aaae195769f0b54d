--  Sums and differences of integers below 2 ** 24 are exact. After SV-COMP float-benchs/addsub_float_exact.
procedure Add_Sub_Exact is
   X          : Float := 1.0E7;
   Above      : Float;
   Below      : Float;
   Difference : Float;
begin
   Above := X + 1.0;
   Below := X - 1.0;
   X     := Above;
   Difference := X - Below;
   pragma Assert (Difference = 2.0);
end Add_Sub_Exact;
