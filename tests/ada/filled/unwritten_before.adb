--  A loop has not written yet what lies at its parameter or behind it, before where it begins, or what it writes in
--  some iterations only.
procedure Unwritten_Before (N : Natural; Part : Positive) is
   type Vector is array (1 .. 10) of Natural;
   type Ring is mod 10;
   type Row is array (Ring) of Natural;
   A, B, C, D, E, F : Vector;
   R : Row;
   S : Natural := 0;
begin
   case Part is
      when 1 =>
         for I in 1 .. 10 loop
            for J in 1 .. I loop
               S := A (J);  --  fails
            end loop;
            A (I) := 1;
         end loop;
      when 2 =>
         for I in 1 .. 10 loop
            for J in 1 .. 10 loop
               if J > I then
                  S := B (J);  --  fails
               end if;
            end loop;
            B (I) := 1;
         end loop;
      when 3 =>
         C (1) := 1;
         for I in 4 .. 10 loop
            C (I) := C (I - 1);  --  fails
         end loop;
      when 4 =>
         for I in 2 .. 10 loop
            S := D (I - 1);  --  fails
            if N > I then
               D (I) := 1;
            end if;
         end loop;
      when 5 =>
         for I in reverse 1 .. 9 loop
            E (I) := 1;
            if I > 1 then
               S := E (I - 1);  --  fails
            end if;
         end loop;
      when 6 =>
         for I in Ring loop
            S := R (I - 1);  --  fails
            R (I) := 1;
         end loop;
      when others =>
         for K in 1 .. 2 loop
            for I in 2 .. 10 loop
               S := F (I - 1);  --  fails
               exit when N = K;
               F (I) := 1;
            end loop;
         end loop;
   end case;
end Unwritten_Before;
