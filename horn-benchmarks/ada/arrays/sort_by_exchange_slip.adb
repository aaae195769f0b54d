--  Exchange of neighbours that overlooks the first two.
with Vectors; use Vectors;

procedure Sort_By_Exchange_Slip (Given : Vector; N : Index) is
   V : Vector := Given;
   T : Integer;
   Moved : Boolean := True;
begin
   while Moved loop
      Moved := False;
      for J in 2 .. N - 1 loop
         if V (J) > V (J + 1) then
            T := V (J);
            V (J) := V (J + 1);
            V (J + 1) := T;
            Moved := True;
         end if;
      end loop;
   end loop;

   for K in 1 .. N - 1 loop
      pragma Assert (V (K) <= V (K + 1));
   end loop;
end Sort_By_Exchange_Slip;
