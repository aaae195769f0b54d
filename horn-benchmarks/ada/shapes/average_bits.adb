--  The average without a carry.
with Interfaces; use Interfaces;
function Average_Bits (A, B : Unsigned_32) return Unsigned_32 with
  Post => Unsigned_64 (Average_Bits'Result) = (Unsigned_64 (A) + Unsigned_64 (B)) / 2
is
begin
   return (A and B) + Shift_Right (A xor B, 1);
end Average_Bits;
