with Stores;
procedure Driver is
begin
   Stores.Take;
end Driver;
