--  Ones counted by clearing the lowest, and bit by bit.
with Interfaces; use Interfaces;
procedure Kernighan_Count (Word : Unsigned_16) is
   N    : Natural := 0;
   Rest : Unsigned_16 := Word;
   M    : Natural := 0;
begin
   while Rest /= 0 loop
      Rest := Rest and (Rest - 1);
      N := N + 1;
   end loop;
   for I in 0 .. 15 loop
      if (Shift_Right (Word, I) and 1) = 1 then
         M := M + 1;
      end if;
   end loop;
   pragma Assert (N = M);
end Kernighan_Count;
