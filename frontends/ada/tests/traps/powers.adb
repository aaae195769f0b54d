--  A negative exponent raises; powers overflow like products.
procedure Powers is
   Two : Integer := 2;
   N   : Integer := 30;
   R   : Integer;
begin
   R := Two ** N;
   pragma Assert (R = 1_073_741_824);
   R := (-Two) ** 31;
   pragma Assert (R = Integer'First);
   N := 0;
   pragma Assert (Two ** N = 1 and 0 ** N = 1);
   N := 31;
   R := Two ** N;  --  fails: VC_OVERFLOW_CHECK
end Powers;
