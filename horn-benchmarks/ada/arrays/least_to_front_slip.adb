--  Exchanges that overlook the second element.
with Vectors; use Vectors;

procedure Least_To_Front_Slip (Given : Vector; N : Index) is
   V : Vector := Given;
   T : Integer;
begin
   for I in 3 .. N loop
      if V (I) < V (1) then
         T := V (1);
         V (1) := V (I);
         V (I) := T;
      end if;
   end loop;

   for K in 1 .. N loop
      pragma Assert (V (1) <= V (K));
   end loop;
end Least_To_Front_Slip;
