--  A membership test evaluates its choices until one decides (RM 4.5.2 (27.1)).
procedure Choices_In_Order is
   procedure Run (N : Integer) with
     Pre => N in 0 .. 100
   is
      function Part (I : Integer) return Integer is (100 / I);
      B : Boolean;
   begin
      B := N in 0 | Part (N);
      pragma Assert (B = (N in 0 | 10));
      B := N not in 5 | Part (N - 5);
      pragma Assert (if N = 5 then not B);
   end Run;
begin
   Run (0);
   Run (5);
   Run (10);
end Choices_In_Order;
