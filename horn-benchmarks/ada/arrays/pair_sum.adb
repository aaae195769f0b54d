--  The sum of two constant arrays. After SV-COMP array_init_pair_sum_const.
with Vectors; use Vectors;

procedure Pair_Sum (X, Y : Small) is
   A, B, C : Vector := (others => 0);
begin
   for I in Index loop
      A (I) := X;
   end loop;
   for I in Index loop
      B (I) := Y;
   end loop;
   for I in Index loop
      C (I) := X + Y;
   end loop;

   for I in Index loop
      pragma Assert (C (I) = A (I) + B (I));
   end loop;
end Pair_Sum;
