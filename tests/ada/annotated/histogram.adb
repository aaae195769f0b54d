package body Histogram with SPARK_Mode is
   function Fill (K : Keys) return Table is
      T : Table := (others => 0);
   begin
      for I in K'Range loop
         T (K (I)) := T (K (I)) + 1;
         pragma Loop_Invariant (for all C in T'Range => T (C) = Occ (K, C, I));
      end loop;
      return T;
   end Fill;
end Histogram;
