with Pools;
procedure Driver is
begin
   Pools.Give (1);
end Driver;
