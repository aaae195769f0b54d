--  A value is cut to a range. After SV-COMP float-benchs.
function Clamp (Value, Low, High : Float) return Float with
  Pre  => Low <= High,
  Post => Clamp'Result >= Low and then Clamp'Result <= High
is
begin
   if Value < Low then
      return Low;
   elsif Value > High then
      return High;
   else
      return Value;
   end if;
end Clamp;
