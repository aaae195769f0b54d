package Sorted_Find is
   type Numbers is array (Positive range <>) of Integer;

   --  Some 4,000 comparisons for arrays of up to 64 components.
   function Is_Sorted (A : Numbers) return Boolean is
     (for all I in A'Range => (for all J in A'Range => (if I < J then A (I) <= A (J))))
   with Pre => A'Last <= 64;

   function Find (A : Numbers; Key : Integer) return Natural
   with
     Pre  => A'First = 1 and then A'Last <= 64 and then Is_Sorted (A),
     Post => Find'Result = 0 or else A (Find'Result) = Key;
end Sorted_Find;
