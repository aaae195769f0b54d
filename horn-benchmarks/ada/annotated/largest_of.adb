package body Largest_Of is
   function Largest (A : Values) return Integer is
      M : Integer := A (A'First);
   begin
      for I in A'Range loop
         if A (I) > M then
            M := A (I);
         end if;
         pragma Loop_Invariant (for all J in A'First .. I => A (J) <= M);
         pragma Loop_Invariant (for some J in A'First .. I => A (J) = M);
      end loop;
      return M;
   end Largest;
end Largest_Of;
