--  A running average. With a slip.
procedure Running_Average_Slip (A, B, C, D, E, F : Float) with
  Pre => A in -50.0 .. 60.0 and B in -50.0 .. 60.0 and C in -50.0 .. 60.0
    and D in -50.0 .. 60.0 and E in -50.0 .. 60.0 and F in -50.0 .. 60.0
is
   type Vec is array (1 .. 6) of Float;
   V : constant Vec := (A, B, C, D, E, F);
   Mean : Float := 0.0;
begin
   for I in V'Range loop
      Mean := Mean + (V (I) - Mean) / Float (I);
   end loop;
   pragma Assert (Mean in -50.0 .. 59.0);
end Running_Average_Slip;
