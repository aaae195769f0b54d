--  An index that can be one too big.
procedure Index_Outside (Minute : Natural) with
  Pre => Minute <= 24 * 60
is
   type Day_Plan is array (0 .. 23) of Integer;
   Plan : Day_Plan := (others => 0);
begin
   Plan (Minute / 60) := 1;
end Index_Outside;
