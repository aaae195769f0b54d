--  The largest component, with a postcondition that says that there is one.
package Largest_Of is
   type Values is array (Positive range <>) of Integer;

   function Largest (A : Values) return Integer with
     Pre  => A'Length > 0,
     Post =>
       (for all I in A'Range => A (I) <= Largest'Result)
       and (for some I in A'Range => A (I) = Largest'Result);
end Largest_Of;
