with Vectors; use Vectors;

--  Linear search.
package Find_First is

   --  The first place of Key, or zero.
   function Find (A : Vector; Key : Integer) return Natural
     with Post => Find'Result <= Index'Last
       and then (if Find'Result > 0 then A (Find'Result) = Key);

end Find_First;
