--  Selection sort of the first N elements.
with Vectors; use Vectors;

procedure Sort_By_Selection (Given : Vector; N : Index) is
   V : Vector := Given;
   Least : Index;
   T : Integer;
begin
   for I in 1 .. N loop
      Least := I;
      for J in I + 1 .. N loop
         if V (J) < V (Least) then
            Least := J;
         end if;
      end loop;
      T := V (I);
      V (I) := V (Least);
      V (Least) := T;
   end loop;

   for K in 1 .. N - 1 loop
      pragma Assert (V (K) <= V (K + 1));
   end loop;
end Sort_By_Selection;
