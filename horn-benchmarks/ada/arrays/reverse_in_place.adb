--  The first N elements turned round where they are.
with Vectors; use Vectors;

procedure Reverse_In_Place (Given : Vector; N : Index) is
   V : Vector := Given;
   T : Integer;
   I : Natural := 1;
   J : Natural := N;
begin
   while I < J loop
      T := V (I);
      V (I) := V (J);
      V (J) := T;
      I := I + 1;
      J := J - 1;
   end loop;

   for K in 1 .. N loop
      pragma Assert (V (K) = Given (N + 1 - K));
   end loop;
end Reverse_In_Place;
