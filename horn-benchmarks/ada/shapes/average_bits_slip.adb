--  The average without a carry. With a slip.
with Interfaces; use Interfaces;
function Average_Bits_Slip (A, B : Unsigned_32) return Unsigned_32 with
  Post => Unsigned_64 (Average_Bits_Slip'Result) = (Unsigned_64 (A) + Unsigned_64 (B)) / 2
is
begin
   return (A or B) + Shift_Right (A xor B, 1);
end Average_Bits_Slip;
