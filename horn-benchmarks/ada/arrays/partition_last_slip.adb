--  Partition that overlooks the element before the pivot.
with Vectors; use Vectors;

procedure Partition_Last_Slip (Given : Vector; N : Index) is
   V : Vector := Given;
   Pivot : constant Integer := Given (N);
   Low : Index := 1;
   T : Integer;
begin
   for J in 1 .. N - 2 loop
      if V (J) <= Pivot then
         T := V (Low);
         V (Low) := V (J);
         V (J) := T;
         Low := Low + 1;
      end if;
   end loop;
   T := V (Low);
   V (Low) := V (N);
   V (N) := T;

   for K in 1 .. Low loop
      pragma Assert (V (K) <= V (Low));
   end loop;
   for K in Low .. N loop
      pragma Assert (V (K) >= V (Low));
   end loop;
end Partition_Last_Slip;
