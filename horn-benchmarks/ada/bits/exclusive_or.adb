--  What exclusive or is in terms of the others.
with Interfaces; use Interfaces;

procedure Exclusive_Or (A, B : Unsigned_32) is
begin
   pragma Assert ((A xor B) = ((A or B) and not (A and B)));
   pragma Assert ((A and B) <= A);
end Exclusive_Or;
