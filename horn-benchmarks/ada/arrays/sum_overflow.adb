--  The sum of arbitrary integers need not be one. After SV-COMP array-fpi-diffy/ss1.
with Vectors; use Vectors;

procedure Sum_Overflow (A : Sequence) is
   Sum : Integer := 0;
begin
   for I in A'Range loop
      Sum := Sum + A (I);
   end loop;
   pragma Assert (if A'Length = 0 then Sum = 0);
end Sum_Overflow;
