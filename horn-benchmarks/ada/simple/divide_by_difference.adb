--  The divisor is a difference, and nobody said that it isn't zero.
procedure Divide_By_Difference (Total, From, To : Integer) with
  Pre => From in 0 .. 100 and then To in From .. 100
is
   Slope : Integer;
begin
   Slope := Total / (To - From);
   pragma Assert (if Total = 0 then Slope = 0);
end Divide_By_Difference;
