--  A percentage, of parts that may be more than the whole. After SV-COMP floats-cbmc-via-esbmc/Float-div4.
procedure Share_Of_Total (Part, Total : Float) with
  Pre => Part in 0.0 .. 1.0E6 and then Total in 1.0 .. 1.0E6
is
   subtype Percentage is Float range 0.0 .. 100.0;
   Share : Percentage;
begin
   Share := Part / Total * 100.0;
   pragma Assert (Share >= 0.0);
end Share_Of_Total;
