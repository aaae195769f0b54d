package body Totals with SPARK_Mode is
   function Sum (A : Arr; I : Natural) return Integer is
     (if I < A'First then 0 else A (I) + Sum (A, I - 1));
   function Occ (A : Arr; V : Small; I : Natural) return Natural is
     (if I < A'First then 0 elsif A (I) = V then 1 + Occ (A, V, I - 1) else Occ (A, V, I - 1));
   procedure Total (A : Arr; S : out Integer) is
   begin
      S := 0;
      for I in A'Range loop
         S := S + A (I);
         pragma Loop_Invariant (S = Sum (A, I));
      end loop;
   end Total;
   function Count (A : Arr; V : Small) return Natural is
      C : Natural := 0;
   begin
      for I in A'Range loop
         if A (I) = V then
            C := C + 1;
         end if;
         pragma Loop_Invariant (C = Occ (A, V, I));
      end loop;
      return C;
   end Count;
end Totals;
