package body Counters is
   Count : Natural := 0;

   procedure Step is
   begin
      pragma Assert (Count < 4);
      Count := (if Count = 3 then 0 else Count + 1);
   end Step;
end Counters;
