procedure Negative_Exponent is
   N : Integer := -1;
   R : Integer := 2;
begin
   R := R ** N;  --  fails: VC_RANGE_CHECK
end Negative_Exponent;
