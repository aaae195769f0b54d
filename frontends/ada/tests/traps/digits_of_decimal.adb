--  A digits constraint of a decimal subtype bounds its values (RM 3.5.9 (18)).
procedure Digits_Of_Decimal is
   type Money is delta 0.01 digits 8;
   subtype Small is Money digits 4;
   M : Money := 99.99;
   S : Small := 0.0;
begin
   pragma Assert (Money'Digits = 8 and Small'Digits = 4 and Money'Scale = 2);
   S := M;
   M := M + 0.01;
   S := M;  --  fails: VC_RANGE_CHECK
end Digits_Of_Decimal;
