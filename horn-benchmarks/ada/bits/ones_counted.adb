--  There are no more ones than bits.
with Interfaces; use Interfaces;

procedure Ones_Counted (A : Unsigned_32) is
   Rest  : Unsigned_32 := A;
   Count : Natural := 0;
begin
   for I in 1 .. 32 loop
      if (Rest and 1) = 1 then
         Count := Count + 1;
      end if;
      Rest := Rest / 2;
   end loop;
   pragma Assert (Count <= 32 and Rest = 0);
   pragma Assert (if A /= 0 then Count >= 1);
end Ones_Counted;
