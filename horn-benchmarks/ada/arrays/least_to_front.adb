--  Exchanges take the least of N elements to the front.
with Vectors; use Vectors;

procedure Least_To_Front (Given : Vector; N : Index) is
   V : Vector := Given;
   T : Integer;
begin
   for I in 2 .. N loop
      if V (I) < V (1) then
         T := V (1);
         V (1) := V (I);
         V (I) := T;
      end if;
   end loop;

   for K in 1 .. N loop
      pragma Assert (V (1) <= V (K));
   end loop;
end Least_To_Front;
