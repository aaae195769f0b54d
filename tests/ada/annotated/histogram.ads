--  Histogram: every counter equals a recursive ghost count; the counters bound the additions.
package Histogram with SPARK_Mode is
   type Keys is array (Positive range <>) of Natural;
   type Table is array (Natural range 0 .. 15) of Natural;
   function Occ (K : Keys; C, T : Natural) return Natural
     with Ghost, Subprogram_Variant => (Decreases => T),
     Pre => K'First = 1 and then T <= K'Length, Post => Occ'Result <= T;
   function Occ (K : Keys; C, T : Natural) return Natural is
     (if T = 0 then 0 else Occ (K, C, T - 1) + (if K (T) = C then 1 else 0));
   function Fill (K : Keys) return Table
     with Pre => K'First = 1 and then K'Length <= 1_000 and then (for all X of K => X <= 15),
     Post => (for all C in Table'Range => Fill'Result (C) = Occ (K, C, K'Length));
end Histogram;
