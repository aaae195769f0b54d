package body Offset with SPARK_Mode is
   function Same (A, B : Arr; N : Natural) return Boolean is
   begin
      for J in 0 .. N - 1 loop
         if A (A'First + J) /= B (B'First + J) then
            return False;
         end if;
         pragma Loop_Invariant (for all K in 0 .. J => A (A'First + K) = B (B'First + K));
      end loop;
      return True;
   end Same;
end Offset;
