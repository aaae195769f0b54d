--  What exclusive or is in terms of the others. With a slip.
with Interfaces; use Interfaces;

procedure Exclusive_Or_Slip (A, B : Unsigned_32) is
begin
   pragma Assert ((A xor B) = (A or B));
   pragma Assert ((A and B) <= A);
end Exclusive_Or_Slip;
