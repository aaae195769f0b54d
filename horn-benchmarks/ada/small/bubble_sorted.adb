--  Sorted by exchange of neighbours.
with Small_Arrays; use Small_Arrays;

procedure Bubble_Sorted (Given : Eight) is
   V : Eight := Given;
   T : Small;
begin
   for I in reverse 2 .. 8 loop
      for J in 1 .. I - 1 loop
         if V (J) > V (J + 1) then
            T := V (J);
            V (J) := V (J + 1);
            V (J + 1) := T;
         end if;
      end loop;
   end loop;
   pragma Assert (for all I in 1 .. 7 => V (I) <= V (I + 1));
end Bubble_Sorted;
