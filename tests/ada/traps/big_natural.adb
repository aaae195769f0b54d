--  What is assigned to a Big_Natural is not negative.
with Ada.Numerics.Big_Numbers.Big_Integers; use Ada.Numerics.Big_Numbers.Big_Integers;

procedure Big_Natural (X : Integer) with
  Pre => X < 1_000
is
   N : Ada.Numerics.Big_Numbers.Big_Integers.Big_Natural;
begin
   N := To_Big_Integer (X);
   pragma Assert (N >= 0);
end Big_Natural;
