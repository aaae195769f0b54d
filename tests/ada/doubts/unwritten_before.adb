--  A loop has not written yet what lies at its parameter or behind it, before where it begins, or what it writes in
--  some iterations only.
procedure Unwritten_Before (N : Natural) is
   type Vector is array (1 .. 10) of Natural;
   type Ring is mod 10;
   type Row is array (Ring) of Natural;
   A, B, C, D, E, F : Vector;
   R : Row;
   S : Natural := 0;
begin
   for I in 1 .. 10 loop
      for J in 1 .. I loop
         S := A (J);
      end loop;
      A (I) := 1;
      for J in 1 .. 10 loop
         if J > I then
            S := B (J);
         end if;
      end loop;
      B (I) := 1;
   end loop;
   C (1) := 1;
   for I in 4 .. 10 loop
      C (I) := C (I - 1);
   end loop;
   for I in 2 .. 10 loop
      S := D (I - 1);
      if N > I then
         D (I) := 1;
      end if;
   end loop;
   for I in reverse 1 .. 9 loop
      E (I) := 1;
      if I > 1 then
         S := E (I - 1);
      end if;
   end loop;
   for I in Ring loop
      S := R (I - 1);
      R (I) := 1;
   end loop;
   for K in 1 .. 2 loop
      for I in 2 .. 10 loop
         S := F (I - 1);
         exit when N = K;
         F (I) := 1;
      end loop;
   end loop;
end Unwritten_Before;
