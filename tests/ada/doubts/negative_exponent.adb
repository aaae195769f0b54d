--  What GNAT does with a static power of two and a negative exponent: it shifts, where the manual wants an exception.
procedure Negative_Exponent is
   type Byte is mod 256;
   function Below return Integer is
   begin
      return -1;
   end Below;
   N : constant Integer := Below;
   R : Integer := 0;
   B : Byte := 1;
begin
   begin
      R := 2 ** N;
   exception
      when Constraint_Error => R := -7;
   end;
   pragma Assert (R = -7);
   begin
      B := 2 ** N;
   exception
      when Constraint_Error => B := 7;
   end;
   pragma Assert (B = 0);
end Negative_Exponent;
