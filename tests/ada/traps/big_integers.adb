--  Big numbers have no bounds; division rounds towards zero, and `mod` has the sign of its right operand.
with Ada.Numerics.Big_Numbers.Big_Integers; use Ada.Numerics.Big_Numbers.Big_Integers;

procedure Big_Integers (X, Y : Integer) is
   package Conversions is new Signed_Conversions (Long_Integer);
   A : constant Big_Integer := To_Big_Integer (X);
   B : constant Big_Integer := To_Big_Integer (Y);
   P : Big_Natural;
begin
   pragma Assert (A + B - A = B);
   pragma Assert (A * 2 - A = A);
   pragma Assert (To_Integer (A) = X);
   P := (if A < 0 then -A else A);
   pragma Assert (P >= 0 and P + 1 > To_Big_Integer (X));
   pragma Assert (Conversions.From_Big_Integer (A + B) = Long_Integer (X) + Long_Integer (Y));
   if X = -7 then
      pragma Assert (A / 2 = -3 and A mod 2 = 1 and A rem 2 = -1);
   end if;
   pragma Assert (Max (A, B) >= Min (A, B));
   pragma Assert (In_Range (A, To_Big_Integer (Integer'First), To_Big_Integer (Integer'Last)));
end Big_Integers;
