--  Division truncates, rem has the sign of the left operand, mod that of the right one.
procedure Signs is
   A : Integer := -7;
   B : Integer := 2;
begin
   pragma Assert (A / B = -3 and A rem B = -1 and A mod B = 1);
   A := 7;
   B := -2;
   pragma Assert (A / B = -3 and A rem B = 1 and A mod B = -1);
   pragma Assert (-A mod B = 1);
   A := Integer'First;
   B := -1;
   pragma Assert (A rem B = 0);
   pragma Assert (A mod B = 0);
   A := A / B;  --  fails: VC_OVERFLOW_CHECK
end Signs;
