--  There are no more ones than bits. With a slip.
with Interfaces; use Interfaces;

procedure Ones_Counted_Slip (A : Unsigned_32) is
   Rest  : Unsigned_32 := A;
   Count : Natural := 0;
begin
   for I in 1 .. 32 loop
      if (Rest and 1) = 1 then
         Count := Count + 1;
      end if;
      Rest := Rest / 2;
   end loop;
   pragma Assert (Count <= 31 and Rest = 0);
end Ones_Counted_Slip;
