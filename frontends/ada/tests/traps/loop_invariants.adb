procedure Loop_Invariants is
   N : Integer := 10;
   S : Integer := 0;
begin
   while N > 0 loop
      pragma Loop_Invariant (S + N >= 10);
      pragma Loop_Invariant (N <= N'Loop_Entry);
      pragma Loop_Variant (Decreases => N);
      S := S + N;
      N := N - 1;
   end loop;
   pragma Assert (S = 55);
   for I in 1 .. 3 loop
      pragma Loop_Invariant (S = 55);  --  fails: VC_LOOP_INVARIANT_PRESERV
      S := S + I;
   end loop;
end Loop_Invariants;
