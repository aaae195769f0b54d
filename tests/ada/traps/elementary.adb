--  Elementary functions have their ranges, and digits that nobody promises.
with Ada.Numerics.Long_Elementary_Functions;
with Ada.Numerics.Generic_Elementary_Functions;
with Ada.Numerics; use Ada.Numerics;
procedure Elementary (X : Float) with
  Pre => X in -10.0 .. 10.0
is
   package Functions is new Ada.Numerics.Generic_Elementary_Functions (Float);
   use Functions;
   Wide : constant Long_Float := Ada.Numerics.Long_Elementary_Functions.Exp (Long_Float (X));
begin
   pragma Assert (Sin (X) in -1.0 .. 1.0 and then Cos (X) in -1.0 .. 1.0);
   pragma Assert (Exp (X) > 0.0);
   pragma Assert (Exp (X) < 22_100.0 and then Wide < 22_100.0);
   pragma Assert (if X >= 1.0 then Log (X) in 0.0 .. 2.4);
   pragma Assert (abs Arctan (X) <= Pi / 2.0);
end Elementary;
