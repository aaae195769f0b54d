--  Existential over neighbours in a contract case; the witness is returned from inside the loop.
package Neighbours with SPARK_Mode is
   type Arr is array (Positive range <>) of Integer;
   function Twins (A : Arr; N : Natural) return Boolean is
     (for some I in 0 .. N - 2 => A (A'First + I) = A (A'First + I + 1))
     with Pre => N <= A'Length;
   function First_Twin (A : Arr; N : Natural) return Natural
     with Pre => N <= A'Length,
     Post => First_Twin'Result <= N,
     Contract_Cases =>
       (Twins (A, N) => A (A'First + First_Twin'Result) = A (A'First + First_Twin'Result + 1),
        others       => First_Twin'Result = N);
end Neighbours;
