--  A box in an aggregate stands for the default of the array's components, in every dimension (RM 4.3.3 (23.1)).
procedure Nested_Boxes (N : Natural) is
   type Colour is (Red, Green, Blue) with Default_Value => Red;
   type Grid is array (1 .. 2, 1 .. 2) of Colour with Default_Component_Value => Blue;
   type Row is array (Positive range <>) of Colour with Default_Component_Value => Green;
   G : constant Grid := (1 => (1 => Red, 2 => <>), 2 => (others => <>));
   R : constant Row (1 .. N) := (1 .. N => <>);
begin
   pragma Assert (G (1, 1) = Red and G (1, 2) = Blue and G (2, 1) = Blue);
   pragma Assert (N < 2 or else R (2) = Green);
   pragma Assert (N /= 3 or else R (3) /= Green);
end Nested_Boxes;
