--  Mistake: the comparison is turned round.
package body Maximum_Bug is

   procedure Find (A : in Vector; N : in Integer; Place : out Integer)
   --# derives Place from A, N;
   is
      X, Y : Integer;
   begin
      X := 0;
      Y := N - 1;
      while X /= Y loop
         if A (X) >= A (Y) then
            X := X + 1;
         else
            Y := Y - 1;
         end if;
      end loop;
      Place := X;
   end Find;

   procedure Check (A : in Vector; N : in Integer) is
      Place : Integer;
   begin
      --% assume N >= 1 and N <= Size;
      Find (A, N, Place);
      --% assert Place >= 0 and Place < N;
      for I in Index range 0 .. N - 1 loop
         --% assert A (I) <= A (Place);
      end loop;
   end Check;

end Maximum_Bug;
