with Doors;
procedure Driver is
begin
   Doors.Lock;
   Doors.Lock;
end Driver;
