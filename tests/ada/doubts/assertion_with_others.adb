--  A handler for others does not count on the failure of an assertion; one that names the exception does.
with Ada.Assertions; use Ada.Assertions;
procedure Assertion_With_Others is
   X, Y : Integer := 3;

   function Named (N : Integer) return Integer is
   begin
      pragma Assert (N > 5);
      return N;
   exception
      when Assertion_Error => return 0;
      when others => return 1;
   end Named;

   procedure Swallow is
   begin
      pragma Assert (X + Y > 6);  --  fails: VC_ASSERT
      Y := Y + 1;
   exception
      when others => Y := 10;
   end Swallow;
begin
   X := X + Named (3);
   Swallow;
end Assertion_With_Others;
