--  Division truncates; rem has the sign of the left operand, mod that of the right one.
procedure Signs_Of_Division (A, B : Integer) with
  Pre => A = 7 and then B = 3
is
begin
   pragma Assert ((-A) / B = -2 and then A / (-B) = -2 and then (-A) / (-B) = 2);
   pragma Assert ((-A) rem B = -1 and then A rem (-B) = 1 and then (-A) rem (-B) = -1);
   pragma Assert ((-A) mod B = 2 and then A mod (-B) = -2 and then (-A) mod (-B) = -1);
end Signs_Of_Division;
