with Tickets;
procedure Driver is
   X : Integer := 0;
begin
   for I in 1 .. 101 loop
      X := Tickets.Next;
   end loop;
   pragma Assert (X > 0);
end Driver;
