--  Mistake: only neighbours are said to be different.
package body Inverting_Bug is

   procedure Invert (A : in Vector; N : in Integer; B : in out Vector) is
   begin
      for I in Index range 0 .. N - 1 loop
         B (A (I)) := I;
      end loop;
   end Invert;

   --  Property 2: B takes back what A does.
   procedure Check_Inverse (A : in Vector; N : in Integer) is
      B : Vector := Vector'(others => -1);
   begin
      --% assume N > 0 and N <= Size;
      for I in Index range 0 .. N - 1 loop
         --% assume A (I) >= 0 and A (I) < N;
         for J in Index range I + 1 .. N - 1 loop
            --% assume J > I + 1 or A (I) /= A (J);
         end loop;
      end loop;
      Invert (A, N, B);
      for I in Index range 0 .. N - 1 loop
         --% assert B (A (I)) = I;
      end loop;
   end Check_Inverse;

end Inverting_Bug;
