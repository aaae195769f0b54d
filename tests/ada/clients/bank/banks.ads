package Banks is
   subtype Amount is Integer range 1 .. 1_000;
   subtype Credit is Integer range 0 .. 5_000;
   function Balance return Credit;
   procedure Deposit (Sum : Amount);
   procedure Withdraw (Sum : Amount; Done : out Boolean);
end Banks;
