--  A division whose divisor was looked at first.
procedure Divide_Checked (Total, Parts : Integer) is
   Share : Integer := 0;
begin
   if Parts > 0 then
      Share := Total / Parts;
   end if;
   pragma Assert (if Total >= 0 then Share >= 0);
end Divide_Checked;
