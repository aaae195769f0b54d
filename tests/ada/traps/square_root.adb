--  A square root is rounded correctly.
with Ada.Numerics.Elementary_Functions; use Ada.Numerics.Elementary_Functions;
procedure Square_Root (X : Float) with
  Pre => X in 0.0 .. 1.0E6
is
   Root : constant Float := Sqrt (X);
begin
   pragma Assert (Root in 0.0 .. 1_000.0);
   pragma Assert (if X = 2.0 then Root = 1.414_213_5);
   pragma Assert (if X = 2.0 then Root * Root /= X);
end Square_Root;
