--  A sum is what is carried and what is not. With a slip.
with Interfaces; use Interfaces;

procedure Sum_And_Carry_Slip (A, B : Unsigned_32) is
begin
   pragma Assert (A + B = (A xor B) + (A and B));
end Sum_And_Carry_Slip;
