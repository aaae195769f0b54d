--  Components that are not visible hide no operations (RM 4.1.3 (9.2)).
procedure Prefixed_Operations is
   package Accounts is
      type Account is tagged private;
      function Part (A : Account; By : Positive) return Integer;
      procedure Add (A : in out Account; By : Integer);
      function Next (A : Account) return Integer;
   private
      type Account is tagged record
         Part, Add, Next : Integer := 8;
      end record;
      function Part (A : Account; By : Positive) return Integer is (A.Part / By);
      function Next (A : Account) return Integer is (A.Next + 1);
   end Accounts;
   package body Accounts is
      procedure Add (A : in out Account; By : Integer) is
      begin
         A.Part := A.Part + By;
      end Add;
   end Accounts;
   type Special is new Accounts.Account with null record;

   procedure Change (A : in out Accounts.Account'Class) is
   begin
      A.Add (4);
      pragma Assert (A.Next = 9);
   end Change;
   X : Accounts.Account;
   Y : Special;
begin
   Change (X);
   Change (Y);
   pragma Assert (X.Part (3) = 4);
   Y.Add (8);
   pragma Assert (Y.Part (2) = 10);
   pragma Assert (Y.Next = 10);  --  fails: VC_ASSERT
end Prefixed_Operations;
