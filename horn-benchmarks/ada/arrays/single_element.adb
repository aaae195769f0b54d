--  One element is written and read again, whatever happens to the others. After SV-COMP array-lopstr16/single_elem_safe.
with Vectors; use Vectors;

procedure Single_Element (Initial : Vector; Place : Index) is
   A : Vector := Initial;
begin
   A (Place) := 1;
   for I in A'Range loop
      if I /= Place then
         A (I) := 0;
      end if;
   end loop;
   pragma Assert (A (Place) = 1);
end Single_Element;
