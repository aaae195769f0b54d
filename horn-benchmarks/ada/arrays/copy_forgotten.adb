--  One link of a chain of copies reads the wrong array. After SV-COMP standard_copy4_false.
with Vectors; use Vectors;

procedure Copy_Forgotten (Source : Vector; N : Index) is
   First, Second : Vector := (others => 0);
begin
   for I in 1 .. N loop
      First (I) := Source (I);
   end loop;
   for I in 1 .. N loop
      Second (I) := Second (I);
   end loop;

   for I in 1 .. N loop
      pragma Assert (Second (I) = Source (I));
   end loop;
end Copy_Forgotten;
