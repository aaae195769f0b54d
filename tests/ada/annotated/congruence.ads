--  Two calls of one function with the same arguments give the same value.
package Congruence with SPARK_Mode is
   function Weight (A, B : Natural) return Natural
     with Global => null, Post => (if A = 0 then Weight'Result = B);
   function Light (A, B : Natural) return Boolean
     with Global => null, Post => Light'Result = (Weight (A, B) = 1);
end Congruence;
