--  Sorted by insertion, a permutation.
package Insertion_Perm is
   type List is array (1 .. 5) of Integer;
   function Count (L : List; X : Integer) return Natural;
   procedure Sort (L : in out List) with
     Post => (for all I in 1 .. 4 => L (I) <= L (I + 1))
       and then (for all I in L'Range => Count (L, L (I)) = Count (L'Old, L (I)));
end Insertion_Perm;
