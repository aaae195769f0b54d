package body Insertion_Perm is
   function Count (L : List; X : Integer) return Natural is
      N : Natural := 0;
   begin
      for E of L loop
         if E = X then
            N := N + 1;
         end if;
      end loop;
      return N;
   end Count;
   procedure Sort (L : in out List) is
      K : Integer;
      J : Integer;
   begin
      for I in 2 .. L'Last loop
         K := L (I);
         J := I - 1;
         while J >= L'First and then L (J) > K loop
            L (J + 1) := L (J);
            J := J - 1;
         end loop;
         L (J + 1) := K;
      end loop;
   end Sort;
end Insertion_Perm;
