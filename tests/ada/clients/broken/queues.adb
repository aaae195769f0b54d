package body Queues is
   Data : array (1 .. 5) of Integer := (others => 0);
   Last : Natural := 0;

   procedure Add (X : Integer) is
   begin
      if Last = 5 then --  wrong: Last := Last + 1; if Last > 5 then
         raise Full; --  always: VC_RAISE
      end if;
      Last := Last + 1; --  wrong: null;
      Data (Last) := X;
   end Add;

   procedure Drop is
   begin
      pragma Assert (Last <= 5); --  fails: VC_ASSERT
      if Last > 0 then
         Last := Last - 1;
      end if;
   end Drop;
end Queues;
