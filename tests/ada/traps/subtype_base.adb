--  The same sum over a subtype is computed in 32 bits.
procedure Subtype_Base (X, Y : Integer) with
  Pre => X in -100 .. 100 and then Y in -100 .. 100
is
   subtype Percent is Integer range -100 .. 100;
   A : constant Percent := X;
   B : constant Percent := Y;
   M : Percent;
begin
   M := (A + B) / 2;
   pragma Assert (M in Percent);
end Subtype_Base;
