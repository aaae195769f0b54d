package Tickets is
   function Next return Positive;
   procedure Start_Again;
end Tickets;
