package body Congruence with SPARK_Mode is
   function Weight (A, B : Natural) return Natural is
      U : Natural := A;
      V : Natural := B;
      T : Natural;
   begin
      if A = 0 then
         return B;
      end if;
      while V /= 0 loop
         pragma Loop_Variant (Decreases => V);
         pragma Loop_Invariant (U > 0);
         T := U rem V;
         U := V;
         V := T;
      end loop;
      return U;
   end Weight;
   function Light (A, B : Natural) return Boolean is
   begin
      return Weight (A, B) = 1;
   end Light;
end Congruence;
