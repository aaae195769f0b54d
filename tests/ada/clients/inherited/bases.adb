package body Bases is
   Last : Handle := 0;

   procedure Note (H : Handle) is
   begin
      if H < 3 then --  wrong: if H <= 3 then
         Last := H;
      end if;
   end Note;

   procedure Use_It is
   begin
      Last := Last + 1; --  fails: VC_RANGE_CHECK
      Last := 0;
   end Use_It;
end Bases;
