--  A sum is what is carried and what is not.
with Interfaces; use Interfaces;

procedure Sum_And_Carry (A, B : Unsigned_32) is
begin
   pragma Assert (A + B = (A xor B) + 2 * (A and B));
end Sum_And_Carry;
