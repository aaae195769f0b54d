--  Three nested loops. After SV-COMP loop-simple/nested_3 and loop-invgen/nested9.
procedure Nested_Counts (N : Natural) with
  Pre => N <= 1_000
is
   Rounds : Natural := 0;
begin
   for I in 1 .. N loop
      for J in 2 * I .. 3 * I loop
         pragma Assert (J - I <= 2 * N);
         for K in I .. J loop
            pragma Assert (K - J <= 0 and then K >= I);
         end loop;
      end loop;
      Rounds := Rounds + 1;
   end loop;
   pragma Assert (Rounds = N);
end Nested_Counts;
