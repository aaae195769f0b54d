--  Insertion sort: the result is sorted.
package Sorted_In is
   type Index is range 1 .. 100;
   type Values is array (Index) of Integer;

   procedure Sort (A : in out Values) with
     Post => (for all I in Index => (if I < Index'Last then A (I) <= A (I + 1)));
end Sorted_In;
