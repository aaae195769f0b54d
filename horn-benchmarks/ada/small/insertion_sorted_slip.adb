--  Sorted by insertion. With a slip.
with Small_Arrays; use Small_Arrays;

procedure Insertion_Sorted_Slip (Given : Eight) is
   V : Eight := Given;
   J : Natural;
   K : Small;
begin
   for I in 2 .. 8 loop
      K := V (I);
      J := I - 1;
      while J >= 1 and then V (J) > K + 1 loop
         V (J + 1) := V (J);
         J := J - 1;
      end loop;
      V (J + 1) := K;
   end loop;
   pragma Assert (for all I in 1 .. 7 => V (I) <= V (I + 1));
end Insertion_Sorted_Slip;
