--  A binary search that takes the wrong half.
package Search_Above is
   type Values is array (Positive range <>) of Integer;

   function Is_Sorted (A : Values) return Boolean is
     (for all I in A'Range => (for all J in A'Range => (if I < J then A (I) <= A (J))));

   function Find (A : Values; X : Integer) return Natural with
     Pre  => A'First = 1 and then A'Last < Integer'Last and then Is_Sorted (A);
end Search_Above;
