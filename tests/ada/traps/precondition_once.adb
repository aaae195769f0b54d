--  A precondition is evaluated once for each call.
procedure Precondition_Once (N : Integer) is
   Count : Integer := 0;
   function Counted return Boolean is
   begin
      Count := Count + 1;
      return True;
   end Counted;
   procedure Step with Pre => Counted;
   procedure Step is
   begin
      null;
   end Step;
begin
   Step;
   pragma Assert (Count = 1);
   pragma Assert (Count /= 1 or N /= 3);
end Precondition_Once;
