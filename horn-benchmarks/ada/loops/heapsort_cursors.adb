--  The cursors of heapsort. After SV-COMP loop-invgen/heapsort.
procedure Heapsort_Cursors (N : Positive; Right : Boolean) with
  Pre => N in 2 .. 1_000_000
is
   L : Positive := N / 2 + 1;
   R : Positive := N;
   I, J : Positive;
begin
   if L > 1 then
      L := L - 1;
   else
      R := R - 1;
   end if;
   while R > 1 loop
      I := L;
      J := 2 * L;
      while J <= R loop
         if J < R then
            pragma Assert (J >= 1 and then J <= N and then J + 1 <= N);
            if Right then
               J := J + 1;
            end if;
         end if;
         pragma Assert (J >= 1 and then J <= N);
         I := J;
         J := 2 * J;
      end loop;
      pragma Assert (I <= N);
      if L > 1 then
         L := L - 1;
      else
         R := R - 1;
      end if;
   end loop;
end Heapsort_Cursors;
