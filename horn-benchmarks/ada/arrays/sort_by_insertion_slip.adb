--  Insertion sort that never moves the first element.
with Vectors; use Vectors;

procedure Sort_By_Insertion_Slip (Given : Vector; N : Index) is
   V : Vector := Given;
   J : Natural;
   X : Integer;
begin
   for I in 2 .. N loop
      X := V (I);
      J := I - 1;
      while J > 1 and then V (J) > X loop
         V (J + 1) := V (J);
         J := J - 1;
      end loop;
      V (J + 1) := X;
   end loop;

   for K in 1 .. N - 1 loop
      pragma Assert (V (K) <= V (K + 1));
   end loop;
end Sort_By_Insertion_Slip;
