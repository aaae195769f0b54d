package body Doors is
   type State is (Opened, Closed, Locked);
   Now  : State := Closed;
   Keys : Integer range 0 .. 1 := 1;

   procedure Open is
   begin
      if Now = Closed then
         Now := Opened;
      end if;
   end Open;

   procedure Close is
   begin
      if Now = Opened then
         Now := Closed;
      end if;
   end Close;

   procedure Lock is
   begin
      if Now = Closed then --  wrong: if Now /= Opened then
         Now := Locked;
         Keys := Keys - 1; --  fails: VC_RANGE_CHECK
      end if;
   end Lock;

   procedure Unlock is
   begin
      if Now = Locked then
         Keys := Keys + 1;
         Now := Closed;
      end if;
   end Unlock;
end Doors;
