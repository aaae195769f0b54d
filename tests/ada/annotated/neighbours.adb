package body Neighbours with SPARK_Mode is
   function First_Twin (A : Arr; N : Natural) return Natural is
   begin
      for J in 0 .. N - 2 loop
         pragma Loop_Invariant (not Twins (A, J + 1));
         if A (A'First + J) = A (A'First + J + 1) then
            return J;
         end if;
      end loop;
      return N;
   end First_Twin;
end Neighbours;
