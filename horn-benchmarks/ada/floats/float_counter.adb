--  A counter of type Float counts exactly as long as it stays below 2 ** 24. After SV-COMP floats-cbmc-via-esbmc/Float-no-simp2.
procedure Float_Counter (N : Positive) with
  Pre => N <= 1_000
is
   Count : Float := 0.0;
begin
   for I in 1 .. N loop
      Count := Count + 1.0;
   end loop;
   pragma Assert (Count = Float (N));
end Float_Counter;
