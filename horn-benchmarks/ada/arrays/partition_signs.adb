--  Negative elements to the left array, the others to the right one. After SV-COMP standard_partition.
with Vectors; use Vectors;

procedure Partition_Signs (A : Vector) is
   Negative, Positives : Vector  := (others => 0);
   N, P                : Natural := 0;
begin
   for I in A'Range loop
      if A (I) < 0 then
         N := N + 1;
         Negative (N) := A (I);
      else
         P := P + 1;
         Positives (P) := A (I);
      end if;
   end loop;

   for I in 1 .. N loop
      pragma Assert (Negative (I) < 0);
   end loop;
   for I in 1 .. P loop
      pragma Assert (Positives (I) >= 0);
   end loop;
end Partition_Signs;
