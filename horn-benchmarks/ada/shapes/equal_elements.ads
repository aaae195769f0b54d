--  Whether a value occurs twice.
package Equal_Elements is
   type Arr is array (1 .. 7) of Integer range 1 .. 20;
   function Has_Duplicate (A : Arr) return Boolean with
     Post => Has_Duplicate'Result =
       (for some I in A'Range => (for some J in A'Range => I < J and then A (I) = A (J)));
end Equal_Elements;
