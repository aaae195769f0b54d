--  The inner loop starts one further each time, and so does its end. After SV-COMP loop-new/nested.
procedure Nested_Limit (N : Positive) with
  Pre => N <= 100
is
   Total : Natural := 0;
begin
   for I in 1 .. N loop
      for J in I .. N loop
         Total := Total + 1;
      end loop;
   end loop;
   pragma Assert (Total <= 3 * N);
end Nested_Limit;
