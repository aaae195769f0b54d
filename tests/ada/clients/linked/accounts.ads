package Accounts is
   Limit : constant := 1_000;
   procedure Pay (Amount : Positive);
   procedure Take (Amount : Positive);
   function Sum return Integer;
end Accounts;
