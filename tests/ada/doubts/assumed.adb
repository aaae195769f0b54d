procedure Assumed (X : Integer) is
begin
   pragma Assume (X > 0);
   pragma Assert (X >= 0);
end Assumed;
