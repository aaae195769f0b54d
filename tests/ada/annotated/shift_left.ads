--  Deleting by shifting to the left: what was at K + 1 is at K, and order is kept.
package Shift_Left with SPARK_Mode is
   type Store is array (1 .. 64) of Integer;
   procedure Remove (D : in out Store; P, N : Positive)
     with Pre => N <= 64 and then P <= N and then (for all I in 1 .. N - 1 => D (I) <= D (I + 1)),
     Post => (for all I in 1 .. N - 2 => D (I) <= D (I + 1))
       and then (for all I in P .. N - 1 => D (I) = D'Old (I + 1));
end Shift_Left;
