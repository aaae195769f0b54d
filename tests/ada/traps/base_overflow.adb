--  The base type of a type with 201 values has eight bits: the sum overflows although its half fits.
procedure Base_Overflow (Left, Right : Integer) with
  Pre => Left in -100 .. 100 and then Right in -100 .. 100
is
   type Percent is range -100 .. 100;
   X : constant Percent := Percent (Left);
   Y : constant Percent := Percent (Right);
   M : Percent;
begin
   M := (X + Y) / 2;
   pragma Assert (M in -100 .. 100);
end Base_Overflow;
