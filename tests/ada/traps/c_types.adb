--  The numeric types of C have the ranges they have on the machine.
with Interfaces.C; use Interfaces.C;

procedure C_Types (X : Integer) is
   A : constant int := int (X);
   B : constant unsigned := unsigned'Mod (X);
   C : constant signed_char := (if X in -128 .. 127 then signed_char (X) else 0);
begin
   pragma Assert (Integer (A) = X);
   pragma Assert (if X < 0 then B >= 2 ** 31);
   pragma Assert (size_t'Last = 2 ** 64 - 1 and long'First = -(2 ** 63));
   pragma Assert (C in -128 .. 127);
   pragma Assert (To_Ada (char'('x')) = Character'('x'));
   pragma Assert (unsigned_char (200) + 100 = 44);
end C_Types;
