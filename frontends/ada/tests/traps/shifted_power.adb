--  A static power of two with an exponent that is known at run time only. What the modulus is subtracted from.
procedure Shifted_Power is
   type M10 is mod 10;
   type M12 is mod 12;
   type Byte is mod 256;
   function Any (X : Integer) return Integer is
   begin
      return X;
   end Any;
   N : constant Integer := Any (-1);
   I : constant Integer := Any (5);
   R : Integer := 0;
   K : constant M12 := 11;
   B : Byte := 1;
begin
   begin
      R := 4 ** N;
   exception
      when Constraint_Error => R := -7;
   end;
   pragma Assert (R = -7);
   R := 2 ** I;
   pragma Assert (R = 32);
   B := 2 ** I + 2 ** (I - 5);
   pragma Assert (B = 33);
   pragma Assert ((M10'(8) or 7) = 5);
   pragma Assert ((M10'(9) xor 6) = 5);
   case K or 4 is
      when 3 => null;
      when others => pragma Assert (False);
   end case;
   R := 2 ** Any (31);  --  fails: VC_OVERFLOW_CHECK
end Shifted_Power;
