with Roots.Sets;
procedure Driver is
begin
   Roots.Sets.Set (0);
   Roots.Use_It;
end Driver;
