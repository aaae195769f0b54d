package body Tickets is
   Number : Natural := 0;
   Names  : constant array (1 .. 100) of Positive := (others => 5);

   function Next return Positive is
   begin
      if Number = 100 then --  wrong: if Number = 101 then
         Number := 0;
      end if;
      Number := Number + 1;
      return Names (Number); --  fails: VC_INDEX_CHECK
   end Next;

   procedure Start_Again is
   begin
      Number := 0;
   end Start_Again;
end Tickets;
