--  The program in the paper: the index of the greatest element of an array.
package Max_Array_Bug is
   Array_Size : constant := 10;
   subtype Ind is Integer range 1 .. Array_Size;
   type VArray is array (Ind) of Integer;
   procedure MaxArray (V : in VArray; M : out Ind);
   --# derives M from V;
   --# post (for all I in Ind => (V (I) <= V (M)));
end Max_Array_Bug;
