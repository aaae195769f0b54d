--  The one quotient that overflows. The remainders of the same operands are zero.
procedure First_By_Minus_One (X : Integer) is
   Minus_One : Integer := 0;
   Y         : Integer;
begin
   Minus_One := Minus_One - 1;
   pragma Assert (X rem Minus_One = 0);
   pragma Assert (X mod Minus_One = 0);
   Y := X / Minus_One;
   pragma Assert (Y = -X);
end First_By_Minus_One;
