--  A copy back to front. After SV-COMP standard_reverse.
with Vectors; use Vectors;

procedure Reverse_Copy (A : Vector) is
   B : Vector := (others => 0);
begin
   for I in A'Range loop
      B (B'Last - I + 1) := A (I);
   end loop;

   for I in A'Range loop
      pragma Assert (A (I) = B (B'Last - I + 1));
   end loop;
end Reverse_Copy;
