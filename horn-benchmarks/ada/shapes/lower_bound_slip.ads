--  The first place that is not below, of any length up to ten. With a slip.
package Lower_Bound_Slip is
   type Vec is array (Positive range <>) of Natural;
   function Sorted (V : Vec) return Boolean is
     (for all I in V'Range => (for all J in I .. V'Last => V (I) <= V (J)));
   function Search (V : Vec; X : Natural) return Positive with
     Pre => V'First = 1 and then V'Last in 1 .. 10 and then Sorted (V),
     Post => Search'Result in 1 .. V'Last + 1
       and then (for all I in 1 .. Search'Result - 1 => V (I) < X)
       and then (for all I in Search'Result .. V'Last => V (I) >= X);
end Lower_Bound_Slip;
