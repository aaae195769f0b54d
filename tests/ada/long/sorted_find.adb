package body Sorted_Find is
   function Find_From (A : Numbers; Key : Integer; First : Positive) return Natural
   with Pre => A'First = 1 and then A'Last <= 64 and then Is_Sorted (A)
   is
   begin
      for I in First .. A'Last loop
         if A (I) = Key then
            return I;
         elsif not Is_Sorted (A (1 .. I)) then
            return 0;
         end if;
      end loop;
      return 0;
   end Find_From;

   function Find (A : Numbers; Key : Integer) return Natural is (Find_From (A, Key, 1));
end Sorted_Find;
