with Outers;
procedure Driver is
begin
   Outers.Inner.Reset (200);
   Outers.Use_It;
end Driver;
