package body Stores is
   procedure Put is
   begin
      if Stock < 10 then
         Stock := Stock + 1;
      end if;
   end Put;

   procedure Take is
   begin
      pragma Assert (Stock > 0); --  fails: VC_ASSERT
      if Stock > 1 then
         Stock := Stock - 1;
      end if;
   end Take;
end Stores;
