--  A null access value raises Constraint_Error; what was assigned before stays.
procedure Access_Handled is
   type Link is access Integer;
   L : Link;
   Count : Integer := 0;
   procedure Use_It (X : Link) is
   begin
      Count := Count + 1;
      Count := Count + X.all;
   end Use_It;
begin
   begin
      Use_It (L);
      Count := 100;
   exception
      when Constraint_Error =>
         Count := Count + 10;
   end;
   pragma Assert (Count = 11);
   Use_It (new Integer'(5));
   pragma Assert (Count = 17);
   Use_It (null);
   pragma Assert (Count = 18);
exception
   when Constraint_Error =>
      pragma Assert (Count = 19);  --  fails: VC_ASSERT
end Access_Handled;
