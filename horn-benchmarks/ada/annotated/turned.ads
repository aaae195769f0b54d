--  A matrix transposed into another one, and in place.
package Turned is
   type Index is range 1 .. 20;
   type Matrix is array (Index, Index) of Integer;

   procedure Transpose (A : Matrix; B : out Matrix) with
     Post => (for all I in Index => (for all J in Index => B (I, J) = A (J, I)));

   procedure In_Place (A : in out Matrix) with
     Post => (for all I in Index => (for all J in Index => A (I, J) = A'Old (J, I)));
end Turned;
