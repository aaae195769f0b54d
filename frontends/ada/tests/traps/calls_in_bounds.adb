--  The bounds of a loop, and of a subtype, are evaluated once.
procedure Calls_In_Bounds is
   procedure Run (N : Integer) is
      Calls : Natural := 0;
      Turns : Natural := 0;
      function Next return Positive is
      begin
         if Calls < 9 then
            Calls := Calls + 1;
         end if;
         return Calls;
      end Next;
   begin
      for I in Positive range 1 .. Next loop
         Turns := Turns + 1;
      end loop;
      pragma Assert (Calls = 1);
      declare
         subtype Few is Positive range 1 .. Next;
         type List is array (1 .. Next) of Integer;
         A : constant List := (others => 0);
      begin
         pragma Assert (Few'Last = 2 and A'Last = 3);
      end;
      pragma Assert (Calls = 3);
      pragma Assert (N /= 7);  --  fails: VC_ASSERT
   end Run;
begin
   Run (1);
   Run (7);
end Calls_In_Bounds;
