--  2 ** 30 fits, 2 ** 31 does not.
procedure Power_Overflow (Exponent : Natural) with
  Pre => Exponent <= 31
is
   Base : Integer := 1;
   P    : Integer;
begin
   Base := Base + 1;
   P :=
     Base ** Exponent;
   pragma Assert (P >= 1);
end Power_Overflow;
