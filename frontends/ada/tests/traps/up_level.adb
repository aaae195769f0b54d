--  Nested subprograms see the variables of the enclosing activation.
procedure Up_Level is
   Total : Integer := 0;
   procedure Add (N : Integer) is
      Saved : constant Integer := Total;
      procedure Deep is
      begin
         Total := Saved + N;
      end Deep;
   begin
      Deep;
      if N > 1 then
         Add (N - 1);
      end if;
      Total := Total + 0 * Saved;
   end Add;
   function Next return Integer is
   begin
      Total := Total + 1;
      return Total;
   end Next;
   R : Integer;
begin
   Add (4);
   pragma Assert (Total = 10);
   R := Next + 10;
   pragma Assert (R = 21);
   R := Next * 100 + Next;
   pragma Assert (R = 1213);
   pragma Assert (Total = 12);  --  fails: VC_ASSERT
end Up_Level;
