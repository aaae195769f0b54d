--  RM 4.5.5 (19.1): a product of fixed point values beside a literal, or as the operand of a sign, has the type that
--  the context wants.
procedure Products_Of_Context is
   type F is delta 0.25 range -100.0 .. 100.0;
   type D1 is delta 0.01 digits 8;
   X : F := 1.5;
   Y : F := 2.0;
   A : F;
   Z, W : D1 := 1.0;
   I : Integer := 2;
begin
   A := X * Y * 2;
   pragma Assert (A = 6.0);
   A := I * (X * Y);
   pragma Assert (A = 6.0);
   A := (X * Y) / I;
   pragma Assert (A = 1.5);
   A := -(0.5 * Y);
   pragma Assert (A = -1.0);
   A := abs (-1.0 * Y);
   pragma Assert (A = 2.0);
   A := 0.75 - X * 0.5;
   pragma Assert (A = 0.0);
   A := X * 0.5 - 0.5;
   pragma Assert (A = 0.25);
   A := +(X * Y) - X * 0.5;
   pragma Assert (A = 2.25 or A = 2.5);
   W := Z - W * Z;
   pragma Assert (W = 0.0);
   W := -(Z * Z);
   pragma Assert (W = -1.0);
   pragma Assert (0.75 - X * 0.5 < Y);
   pragma Assert (Z > -(Z * 2.0));
end Products_Of_Context;
