--  A mean lies between the smallest and the largest value. After SV-COMP float-benchs.
procedure Mean_Of_Four (A, B, C, D : Float) with
  Pre => A in -50.0 .. 60.0 and then B in -50.0 .. 60.0
    and then C in -50.0 .. 60.0 and then D in -50.0 .. 60.0
is
   subtype Temperature is Float range -50.0 .. 60.0;
   Mean : Temperature;
begin
   Mean := (A + B + C + D) / 4.0;
   pragma Assert (Mean <= 60.0);
end Mean_Of_Four;
