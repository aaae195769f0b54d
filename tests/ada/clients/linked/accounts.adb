with Journals;
package body Accounts is
   Balance : Integer := 0;

   function Sum return Integer is (Balance);

   procedure Pay (Amount : Positive) is
   begin
      if Amount <= Limit - Balance and then not Journals.Is_Full then
         Balance := Balance + Amount; --  wrong: Balance := Balance + 2 * Amount;
         Journals.Note;
      end if;
   end Pay;

   procedure Take (Amount : Positive) is
   begin
      pragma Assert (Balance in 0 .. Limit); --  fails: VC_ASSERT
      if Amount <= Balance then
         Balance := Balance - Amount;
         if not Journals.Is_Full then
            Journals.Note;
         end if;
      end if;
   end Take;
end Accounts;
