--  Each element is compared with its neighbour only. After SV-COMP standard_allDiff2_false.
with Vectors; use Vectors;

procedure All_Different (A : Vector; N : Index) is
   Different : Boolean := True;
begin
   for I in 2 .. N loop
      if A (I) = A (I - 1) then
         Different := False;
      end if;
   end loop;

   if Different then
      for I in 1 .. N loop
         for J in I + 1 .. N loop
            pragma Assert (A (I) /= A (J));
         end loop;
      end loop;
   end if;
end All_Different;
