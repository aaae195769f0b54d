--  Quantified invariant over two arrays with different bounds: A (A'First + K) and B (B'First + K).
package Offset with SPARK_Mode is
   type Arr is array (Positive range <>) of Integer;
   function Same (A, B : Arr; N : Natural) return Boolean
     with Pre => N <= A'Length and then N <= B'Length,
     Post => Same'Result = (for all I in 0 .. N - 1 => A (A'First + I) = B (B'First + I));
end Offset;
