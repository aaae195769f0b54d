--  An index computed inside the bounds.
procedure Index_Inside (Hour : Natural) is
   type Day_Plan is array (0 .. 23) of Integer;
   Plan : Day_Plan := (others => 0);
begin
   Plan (Hour mod 24) := 1;
   Plan (23 - Hour mod 24) := 2;
   pragma Assert (Plan (23 - Hour mod 24) = 2);
end Index_Inside;
