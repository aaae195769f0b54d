--  Of these functions only the profile is known: where they are defined, and what they give, is not followed.
with Ada.Numerics.Elementary_Functions; use Ada.Numerics.Elementary_Functions;
with Ada.Numerics.Long_Elementary_Functions;
with Ada.Numerics;
procedure Elementary is
   package Long renames Ada.Numerics.Long_Elementary_Functions;
   generic
      with function F (X : Float) return Float;
   function Twice (X : Float) return Float;
   function Twice (X : Float) return Float is (F (X) / 2.0);
   function Half_Cosh is new Twice (Cosh);
   X : Float      := 4.0;
   Y : Float      := 2.0;
   Z : Long_Float := 1.0;
   N : Integer    := 3;
begin
   Y := X ** 0.5;
   pragma Assert (Y < 3.0);  --  open
   Y := X ** N;
   pragma Assert (Y > X);
   Z := Long.Arctan (Y => Z, X => 2.0);
   if Half_Cosh (X) > 1.0 and Z > 0.0 then
      N := 4;
   end if;
   pragma Assert (N in 3 .. 4);
   pragma Assert (N = 4);  --  open
   begin
      Y := Log (X, Base => 10.0);
      N := 5;
   exception
      when Ada.Numerics.Argument_Error | Constraint_Error =>
         N := 6;
   end;
   pragma Assert (N in 5 .. 6);
   pragma Assert (N = 5);  --  open
end Elementary;
