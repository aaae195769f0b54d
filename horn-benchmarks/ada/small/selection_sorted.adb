--  Sorted by selection.
with Small_Arrays; use Small_Arrays;

procedure Selection_Sorted (Given : Eight) is
   V : Eight := Given;
   M : Positive;
   T : Small;
begin
   for I in 1 .. 7 loop
      M := I;
      for J in I + 1 .. 8 loop
         if V (J) < V (M) then
            M := J;
         end if;
      end loop;
      T := V (I);
      V (I) := V (M);
      V (M) := T;
   end loop;
   pragma Assert (for all I in 1 .. 7 => V (I) <= V (I + 1));
end Selection_Sorted;
