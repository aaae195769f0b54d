--  Sorted by insertion, of any length up to six. With a slip.
package Insertion_Dynamic_Slip is
   type List is array (Positive range <>) of Integer;
   procedure Sort (L : in out List) with
     Pre => L'First = 1 and L'Last <= 6,
     Post => (for all I in L'Range => (for all J in L'Range => (if I < J then L (I) <= L (J))));
end Insertion_Dynamic_Slip;
