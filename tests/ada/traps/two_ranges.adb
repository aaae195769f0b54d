--  A precondition with two ranges: what lies in the second one counts, too.
procedure Two_Ranges (N : Natural; K : Integer) with
  Pre => (N <= 40 or else N = 70_003) and then K in 1 .. 2
is
   M : Natural := 0;
begin
   while M * M < N loop
      M := M + 1;
   end loop;
   pragma Assert (M * K <= 15);
end Two_Ranges;
