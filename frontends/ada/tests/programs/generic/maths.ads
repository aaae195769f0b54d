generic
   type T is digits <>;
   with function "+" (L, R : T) return T is <>;
package Maths is
   function Sum (A, B : T) return T;
   type Vec is array (Positive range <>) of T;
   function Total (V : Vec) return T;
end Maths;
