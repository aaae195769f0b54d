--  A binary search with its textbook invariants.
package Binary_Search is
   type Values is array (Positive range <>) of Integer;

   function Is_Sorted (A : Values) return Boolean is
     (for all I in A'Range => (for all J in A'Range => (if I < J then A (I) <= A (J))));

   function Find (A : Values; X : Integer) return Natural with
     Pre  => A'First = 1 and then A'Last < Integer'Last and then Is_Sorted (A),
     Post =>
       (if Find'Result = 0 then (for all K in A'Range => A (K) /= X)
        else Find'Result in A'Range and then A (Find'Result) = X);
end Binary_Search;
