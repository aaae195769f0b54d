with Banks;
procedure Driver is
   Done : Boolean;
   Left : Integer;
begin
   Banks.Deposit (5);
   Banks.Withdraw (6, Done);
   Left := Banks.Balance;
end Driver;
