--  A shift register never gets stuck at zero. With a slip.
with Interfaces; use Interfaces;
procedure Lfsr_Slip (Seed : Unsigned_16) with Pre => Seed /= 0 is
   S : Unsigned_16 := Seed;
   Bit : Unsigned_16;
begin
   for Round in 1 .. 20 loop
      Bit := (S xor Shift_Right (S, 2) xor Shift_Right (S, 3) xor Shift_Right (S, 5)) and 1;
      S := Shift_Right (S, 1) and not Shift_Left (Bit, 15);
   end loop;
   pragma Assert (S /= 0);
end Lfsr_Slip;
