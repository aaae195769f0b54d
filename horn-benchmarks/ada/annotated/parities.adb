package body Parities with SPARK_Mode is
   procedure Lemma (N : Natural) is
   begin
      if N > 0 then
         Lemma (N - 1);
      end if;
   end Lemma;
   function Is_Even (N : Natural) return Boolean is
      R : Boolean := True;
   begin
      for I in 1 .. N loop
         R := not R;
         pragma Loop_Invariant (R = Even (I));
         Lemma (I);
      end loop;
      return R;
   end Is_Even;
end Parities;
