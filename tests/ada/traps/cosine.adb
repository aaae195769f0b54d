--  The cosine of what is no multiple of a turn is not one.
with Ada.Numerics.Elementary_Functions; use Ada.Numerics.Elementary_Functions;
procedure Cosine (X : Float) with
  Pre => X in 0.0 .. 3.0
is
begin
   pragma Assert (Cos (X) >= -0.5);
end Cosine;
