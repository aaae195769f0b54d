package body Counters is
   Count : Natural := 0;

   procedure Step is
   begin
      pragma Assert (Count < 4); --  fails: VC_ASSERT
      Count := (if Count = 3 then 0 else Count + 1);
   end Step;

   procedure Back is
   begin
      Count := (if Count = 0 then 3 else Count - 1); --  wrong: Count := (if Count = 0 then 4 else Count - 1);
   end Back;
end Counters;
