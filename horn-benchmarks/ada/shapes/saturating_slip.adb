--  A sum that stops at the largest value. With a slip.
with Interfaces; use Interfaces;
function Saturating_Slip (A, B : Unsigned_8) return Unsigned_8 with
  Post => Natural (Saturating_Slip'Result) = Natural'Min (255, Natural (A) + Natural (B))
is
   S : constant Unsigned_8 := A + B;
begin
   if S <= A then
      return 255;
   end if;
   return S;
end Saturating_Slip;
