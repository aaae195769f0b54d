package body Banks is
   Money : Integer := 0;
   Calls : Integer range 0 .. 1_000 := 0;

   function Balance return Credit is
   begin
      return Money; --  fails: VC_RANGE_CHECK
   end Balance;

   procedure Deposit (Sum : Amount) is
   begin
      if Money <= Credit'Last - Sum then
         Money := Money + Sum;
         Calls := (if Calls = 1_000 then 0 else Calls + 1);
      end if;
   end Deposit;

   procedure Withdraw (Sum : Amount; Done : out Boolean) is
   begin
      Done := Money >= Sum; --  wrong: Done := Money >= 0;
      if Done then
         Money := Money - Sum;
      end if;
   end Withdraw;
end Banks;
