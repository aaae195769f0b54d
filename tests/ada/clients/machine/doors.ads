package Doors is
   procedure Open;
   procedure Close;
   procedure Lock;
   procedure Unlock;
end Doors;
