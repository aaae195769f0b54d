--  `@` stands for the variable that the name denotes where the assignment starts; the name is evaluated once (RM 5.2.1).
procedure Target_Once is
   procedure Run (N : Integer) with
     Pre => N in -100 .. 100
   is
      Calls : Natural := 0;
      A     : array (1 .. 3) of Integer := (others => 0);
      function Next return Positive is
      begin
         if Calls < 3 then
            Calls := Calls + 1;
         end if;
         return Calls;
      end Next;
   begin
      A (Next) := @ + N;
      pragma Assert (Calls = 1 and A (1) = N);
      A (Next) := @ + @ + 1;
      pragma Assert (Calls = 2 and A (2) = 1);
      pragma Assert (N /= 7);  --  fails: VC_ASSERT
   end Run;
begin
   Run (1);
   Run (7);
end Target_Once;
