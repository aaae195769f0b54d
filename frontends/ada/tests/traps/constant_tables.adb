--  What is said of the components of constant tables is no more than holds.
procedure Constant_Tables is
   type Angle is range 0 .. 11;
   type Grid is array (1 .. 3, -1 .. 2) of Integer;
   Sines : constant array (Angle) of Float :=
     (0.0, 0.5, 0.87, 1.0, 0.87, 0.5, 0.0, -0.5, -0.87, -1.0, -0.87, -0.5);
   Names : constant array (Angle) of Character := "ABCDEFGHIJKL";
   Cells : constant Grid := ((1, 2, 3, 4), (5, -6, 7, 8), (9, 10, 11, 12));
   Steps : constant array (1 .. 10) of Integer := (1 .. 4 => 3, 5 | 7 => 9, others => -2);

   procedure Look (A : Angle; I : Integer; J : Integer) is
   begin
      pragma Assert (Sines (A) in -1.0 .. 1.0);
      pragma Assert (Names (A) in 'A' .. 'L');
      if I in 1 .. 3 and then J in -1 .. 2 then
         pragma Assert (Cells (I, J) in -6 .. 12);
      end if;
      if I in Steps'Range then
         pragma Assert (Steps (I) <= 9);
         pragma Assert (Steps (I) >= -1);  --  fails: VC_ASSERT
      end if;
   end Look;
begin
   Look (3, 2, 0);
   Look (9, 3, 2);
   Look (1, 8, 5);
end Constant_Tables;
