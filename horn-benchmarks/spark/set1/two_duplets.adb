package body Two_Duplets is

   Nothing : constant Integer := -1;

   procedure Find (A : in Vector; Skip : in Integer; Found : out Integer)
   --# derives Found from A, Skip;
   is
   begin
      Found := Nothing;
      for I in Index loop
         for J in Index range I + 1 .. Index'Last loop
            if A (I) = A (J) and A (I) /= Skip then
               Found := A (I);
            end if;
         end loop;
      end loop;
   end Find;

   procedure Check (A : in Vector; P, Q, R, S : in Index) is
      First, Second : Integer;
      Times_First, Times_Second : Integer := 0;
   begin
      --% assume P < Q and R < S;
      --% assume A (P) = A (Q) and A (R) = A (S) and A (P) /= A (R);
      for I in Index loop
         --% assume A (I) >= 0 and A (I) < Size - 2;
      end loop;
      Find (A, Nothing, First);
      Find (A, First, Second);
      for I in Index loop
         if A (I) = First then
            Times_First := Times_First + 1;
         end if;
         if A (I) = Second then
            Times_Second := Times_Second + 1;
         end if;
      end loop;
      --% assert First /= Second;
      --% assert Times_First >= 2;
      --% assert Times_Second >= 2;
   end Check;

end Two_Duplets;
