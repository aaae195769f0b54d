--  The right neighbour of the last element. After SV-COMP array-tiling/mlceu_false.
procedure Last_Neighbour (Wanted : Integer) is
   type Table is array (0 .. 9) of Integer;
   T     : constant Table := (5, 4, 3, 2, 1, 1, 2, 3, 4, 5);
   Found : Boolean := False;
begin
   for I in T'Range loop
      if T (I) = Wanted
        and then T (I + 1) < Wanted
      then
         Found := True;
      end if;
   end loop;
   pragma Assert (if Found then Wanted > 1);
end Last_Neighbour;
