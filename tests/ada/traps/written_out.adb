--  Quantifiers over ranges with variable ends, null ones among them.
procedure Written_Out (N : Integer; M : Integer) with
  Pre => N in -2 .. 5 and then M in 0 .. 6
is
   type Vector is array (1 .. 6) of Integer;
   V : Vector := (others => 0);
begin
   for I in 1 .. M loop
      V (I) := I;
   end loop;
   pragma Assert (for all I in 1 .. M => V (I) = I);
   pragma Assert (N < 1 or else (for some I in 1 .. 6 => V (I) = N) or else N > M);
   pragma Assert (N > M or else N < 1 or else (for all I in N .. M => (for some J in 1 .. I => V (J) = N)));
   pragma Assert (N = 0 or else (for some I in 1 .. N => V (I) <= N));
end Written_Out;
