--  The last value of an enumeration has no successor.
procedure Last_Colour (N : Natural) with
  Pre => N <= 2
is
   type Colour is (Red, Green, Blue);
   C : Colour := Colour'Val (N);
begin
   pragma Assert (Colour'Pos (C) = N);
   C := Colour'Succ (C);
   pragma Assert (C /= Red and then C > Red);
end Last_Colour;
