with Rings;
procedure Driver is
begin
   for I in 1 .. 9 loop
      Rings.Put (I);
   end loop;
end Driver;
