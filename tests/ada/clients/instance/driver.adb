with Numbers;
procedure Driver is
begin
   for I in 1 .. 4 loop
      Numbers.Store.Put (0);
   end loop;
end Driver;
