with Stacks;
procedure Driver is
begin
   for I in 1 .. 11 loop
      if not Stacks.Is_Full then
         Stacks.Push (0);
      else
         Stacks.Push (0); --  safe: null;
      end if;
   end loop;
end Driver;
