--  A sum that stops at the largest value.
with Interfaces; use Interfaces;
function Saturating (A, B : Unsigned_8) return Unsigned_8 with
  Post => Natural (Saturating'Result) = Natural'Min (255, Natural (A) + Natural (B))
is
   S : constant Unsigned_8 := A + B;
begin
   if S < A then
      return 255;
   end if;
   return S;
end Saturating;
