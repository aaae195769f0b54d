--  Two halves of a word come out as they went in. With a slip.
with Interfaces; use Interfaces;

procedure Pack_Halves_Slip (High, Low : Unsigned_32) is
   P : Unsigned_32;
begin
   if High < 2 ** 16 and Low <= 2 ** 16 then
      P := High * 2 ** 16 + Low;
      pragma Assert ((P and 16#FFFF#) = Low);
   end if;
end Pack_Halves_Slip;
