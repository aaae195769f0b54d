package body Filters is
   Value : Integer := 0;

   procedure Feed (X : Sample) is
   begin
      Value := (3 * Value + X) / 4; --  wrong: Value := Integer'Min (101, (3 * Value + X) / 3);
      pragma Assert (Value <= 100); --  fails: VC_ASSERT
   end Feed;

   function Smoothed return Integer is (Value);
end Filters;
