--  A product that stays far below the largest number.
procedure Float_In_Range (Speed, Time : Float) with
  Pre => Speed in 0.0 .. 400.0 and then Time in 0.0 .. 86_400.0
is
   Distance : Float;
begin
   Distance := Speed * Time;
   pragma Assert (Distance >= 0.0 and then Distance <= 34_560_000.0);
end Float_In_Range;
