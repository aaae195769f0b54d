with Tickets;
procedure Driver is
   N : Natural;
begin
   Tickets.Serve;
   N := Tickets.Waiting;
end Driver;
