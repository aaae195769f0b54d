--  The search for the minimum starts from zero, which need not be an element. After SV-COMP standard_minInArray_false.
with Vectors; use Vectors;

procedure Minimum_From_Zero (A : Vector; N : Index) is
   Min   : Integer := 0;
   Where : Natural := 0;
begin
   for I in 1 .. N loop
      if A (I) < Min then
         Min   := A (I);
         Where := I;
      end if;
   end loop;

   pragma Assert (Where /= 0);
   pragma Assert (A (Where) = Min);
end Minimum_From_Zero;
