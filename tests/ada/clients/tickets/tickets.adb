package body Tickets is
   Room   : constant := 20;
   Given  : Natural := 0;
   Served : Natural := 0;

   procedure Arrive is
   begin
      if Given - Served < Room and Given < 10_000 then
         Given := Given + 1;
      end if;
   end Arrive;

   procedure Serve is
   begin
      if Served < Given then --  wrong: if Served <= Given then
         Served := Served + 1;
      end if;
   end Serve;

   function Waiting return Natural is
   begin
      return Given - Served; --  fails: VC_RANGE_CHECK
   end Waiting;
end Tickets;
