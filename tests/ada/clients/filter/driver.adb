with Filters;
procedure Driver is
begin
   for I in 1 .. 4 loop
      Filters.Feed (100);
   end loop;
end Driver;
