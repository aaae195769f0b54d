package body Shift_Left with SPARK_Mode is
   procedure Remove (D : in out Store; P, N : Positive) is
   begin
      for I in P + 1 .. N loop
         pragma Loop_Invariant (for all K in P .. I - 2 => D (K) = D'Loop_Entry (K + 1));
         pragma Loop_Invariant (for all K in I .. N => D (K) = D'Loop_Entry (K));
         pragma Loop_Invariant (for all K in 1 .. I - 2 => D (K) <= D (K + 1));
         pragma Loop_Invariant (for all K in I .. N - 1 => D (K) <= D (K + 1));
         pragma Loop_Invariant (if I > P + 1 then D (I - 2) <= D'Loop_Entry (I));
         pragma Loop_Invariant (if I > 2 then D (I - 2) <= D (I));
         D (I - 1) := D (I);
      end loop;
   end Remove;
end Shift_Left;
