--  A rectangle transposed, and back.
package Transpose_Rect is
   type A is array (1 .. 3, 1 .. 5) of Integer;
   type B is array (1 .. 5, 1 .. 3) of Integer;
   function T (M : A) return B with
     Post => (for all I in 1 .. 3 => (for all J in 1 .. 5 => T'Result (J, I) = M (I, J)));
   function T (M : B) return A with
     Post => T (T'Result) = M;
end Transpose_Rect;
