--  Sum and difference of numbers of a range fit.
procedure Add_Bounded (A, B : Integer) with
  Pre => A in -1_000 .. 1_000 and then B in -1_000 .. 1_000
is
   Sum        : constant Integer := A + B;
   Difference : constant Integer := A - B;
begin
   pragma Assert (Sum + Difference = 2 * A);
   pragma Assert (Sum * 2 in -4_000 .. 4_000);
end Add_Bounded;
