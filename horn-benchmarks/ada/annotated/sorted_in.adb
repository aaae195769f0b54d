package body Sorted_In is
   procedure Sort (A : in out Values) is
      X : Integer;
      J : Index;
   begin
      for I in Index'First + 1 .. Index'Last loop
         X := A (I);
         J := I;
         while J > Index'First and then A (J - 1) > X loop
            A (J) := A (J - 1);
            J := J - 1;
            pragma Loop_Invariant (J < I);
            pragma Loop_Invariant (for all K in J .. I => A (K) > X);
            pragma Loop_Invariant (for all K in Index'First .. I - 1 => A (K) <= A (K + 1));
         end loop;
         A (J) := X;
         pragma Loop_Invariant (for all K in Index'First .. I - 1 => A (K) <= A (K + 1));
      end loop;
   end Sort;
end Sorted_In;
