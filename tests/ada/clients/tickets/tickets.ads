package Tickets is
   procedure Arrive;
   procedure Serve;
   function Waiting return Natural;
end Tickets;
