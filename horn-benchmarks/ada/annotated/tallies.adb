package body Tallies with SPARK_Mode is
   function Occ (A : Values; V : Small; I : Natural) return Natural is
     (if I < A'First then 0 elsif A (I) = V then 1 + Occ (A, V, I - 1) else Occ (A, V, I - 1));
   function Count (A : Values; V : Small) return Natural is
      C : Natural := 0;
   begin
      for I in A'Range loop
         if A (I) = V or else (I > 1 and then A (I - 1) = V) then
            C := C + 1;
         end if;
         pragma Loop_Invariant (C = Occ (A, V, I));
      end loop;
      return C;
   end Count;
end Tallies;
