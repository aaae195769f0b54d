package body Lemma_Range with SPARK_Mode is
   procedure All_Slow (P : Piles; Top : Speed; Hours : Natural) is
   begin
      for S in 1 .. Top loop
         Monotone (P, S, Top);
         pragma Loop_Invariant (for all T in 1 .. S => Need (P, T, 6) > Hours);
      end loop;
   end All_Slow;
end Lemma_Range;
