package body Search_Above is
   function Find (A : Values; X : Integer) return Natural is
      Low    : Positive := 1;
      High   : Natural;
      Middle : Positive;
   begin
      if A'Length = 0 then
         return 0;
      end if;
      High := A'Last;
      while Low <= High loop
         pragma Loop_Invariant (High <= A'Last);
         pragma Loop_Invariant (for all K in A'Range => (if K < Low then A (K) < X));
         Middle := Low + (High - Low) / 2;
         if A (Middle) <= X then
            Low := Middle + 1;
         else
            High := Middle - 1;
         end if;
      end loop;
      return 0;
   end Find;
end Search_Above;
