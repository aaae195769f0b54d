--  The indices of heapsort stay in the array, moves chosen at will.
procedure Heap_Indices (N, First : in Positive) is
   function Nondet return Boolean with Import, Volatile_Function;
   L, R, I, J : Integer;
begin
   --% assume First <= 1_000_000 and N <= 1_000_000;
   --% assume N >= 2 and N <= 2 * First and 2 * First <= N + 1;
   L := First;
   R := N;
   I := L;
   J := 2 * L;
   while J <= R loop
      if J <= R - 1 and Nondet then
         J := J + 1;
      end if;
      if Nondet then
         --% assert 1 <= I and I <= N and 1 <= J and J <= N;
         I := J;
         J := 2 * J;
      elsif L > 1 then
         L := L - 1;
         I := L;
         J := 2 * L;
      else
         exit when R <= 2;
         R := R - 1;
         I := L;
         J := 2 * L;
      end if;
   end loop;
end Heap_Indices;
