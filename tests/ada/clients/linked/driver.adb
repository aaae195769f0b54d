with Accounts;
procedure Driver is
begin
   Accounts.Pay (600);
   Accounts.Take (1);
end Driver;
