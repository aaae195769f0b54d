--  The sum of three variables is kept. After SV-COMP loop-lit/css2003.
procedure Shrinking_Sum (Start : Integer) with
  Pre => Start in 0 .. 1
is
   I : Positive := 1;
   J : Integer  := 2;
   K : Integer  := Start;
begin
   while I < 1_000_000 loop
      I := I + 1;
      J := J + K;
      K := K - 1;
      pragma Assert (1 <= I + K and then I + K <= 2);
      exit when J < -1_000_000;
   end loop;
end Shrinking_Sum;
