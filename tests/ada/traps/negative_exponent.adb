--  The exponent of an integer power must not be negative. (GNAT 12 forgets the check where it knows that the base is two.)
procedure Negative_Exponent (Base, Exponent : Integer) with
  Pre => Base in 1 .. 3 and then Exponent <= 10
is
   P : Integer;
begin
   P := Base ** Exponent;
   pragma Assert (P >= 1);
end Negative_Exponent;
