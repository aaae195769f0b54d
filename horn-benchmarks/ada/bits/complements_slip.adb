--  A complement is what is left to the last value. With a slip.
with Interfaces; use Interfaces;

procedure Complements_Slip (A : Unsigned_16) is
begin
   pragma Assert ((not A) = Unsigned_16'Last - A);
   pragma Assert ((not A) + 1 = A);
end Complements_Slip;
