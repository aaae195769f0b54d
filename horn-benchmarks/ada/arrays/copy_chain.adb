--  A copy of a copy of a copy is the original. After SV-COMP standard_copy3.
with Vectors; use Vectors;

procedure Copy_Chain (Source : Vector) is
   First, Second, Third : Vector := (others => 0);
begin
   for I in Index loop
      First (I) := Source (I);
   end loop;
   for I in Index loop
      Second (I) := First (I);
   end loop;
   for I in Index loop
      Third (I) := Second (I);
   end loop;

   for I in Index loop
      pragma Assert (Third (I) = Source (I));
   end loop;
end Copy_Chain;
