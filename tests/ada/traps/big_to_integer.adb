--  A big number need not be an integer; GNAT gives some number then.
with Ada.Numerics.Big_Numbers.Big_Integers; use Ada.Numerics.Big_Numbers.Big_Integers;

procedure Big_To_Integer (X : Integer) is
   N : constant Big_Integer := To_Big_Integer (X) + 1;
   Y : Integer;
begin
   Y := To_Integer (N);
   pragma Assert (Y - 1 = X);
end Big_To_Integer;
