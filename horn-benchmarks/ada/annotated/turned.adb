package body Turned is
   procedure Transpose (A : Matrix; B : out Matrix) is
   begin
      B := (others => (others => 0));
      for I in Index loop
         for J in Index loop
            B (I, J) := A (J, I);
            pragma Loop_Invariant (for all L in Index'First .. J => B (I, L) = A (L, I));
            pragma Loop_Invariant
              (for all K in Index'First .. I - 1 => (for all L in Index => B (K, L) = A (L, K)));
         end loop;
         pragma Loop_Invariant
           (for all K in Index'First .. I => (for all L in Index => B (K, L) = A (L, K)));
      end loop;
   end Transpose;

   procedure In_Place (A : in out Matrix) is
      T : Integer;
   begin
      for I in Index loop
         for J in Index'First .. I loop
            T := A (I, J);
            A (I, J) := A (J, I);
            A (J, I) := T;
            pragma Loop_Invariant
              (for all K in Index =>
                 (for all L in Index =>
                    (if (K = I and L <= J) or (L = I and K <= J) then A (K, L) = A'Loop_Entry (L, K)
                     else A (K, L) = A'Loop_Entry (K, L))));
         end loop;
         pragma Loop_Invariant
           (for all K in Index =>
              (for all L in Index =>
                 (if K <= I and L <= I then A (K, L) = A'Loop_Entry (L, K)
                  else A (K, L) = A'Loop_Entry (K, L))));
      end loop;
   end In_Place;
end Turned;
