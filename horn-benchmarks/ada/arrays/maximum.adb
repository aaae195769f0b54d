--  No element is above the maximum. After SV-COMP standard_maxInArray.
with Vectors; use Vectors;

procedure Maximum (A : Vector) is
   Max : Integer := A (A'First);
begin
   for I in A'Range loop
      if A (I) > Max then
         Max := A (I);
      end if;
   end loop;

   for I in A'Range loop
      pragma Assert (A (I) <= Max);
   end loop;
end Maximum;
