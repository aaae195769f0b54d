--  Three nested loops whose inner bounds are those of the outer ones.
procedure Nested_Sums (N, L : in Positive) is
begin
   --% assume N <= 1_000 and L <= N;
   for K in 1 .. N loop
      for I in 2 * K .. N loop
         for J in I .. N loop
            --% assert 2 * K <= J and J <= N;
            null;
         end loop;
      end loop;
   end loop;
end Nested_Sums;
