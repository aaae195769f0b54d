--  The first loop forgets the last element. After SV-COMP standard_init1_false.
with Vectors; use Vectors;

procedure Init_Gap (N : Index; Value : Integer) is
   A : Vector := (others => 0);
begin
   for I in 1 .. N - 1 loop
      A (I) := Value;
   end loop;

   for I in 1 .. N loop
      pragma Assert (A (I) = Value);
   end loop;
end Init_Gap;
