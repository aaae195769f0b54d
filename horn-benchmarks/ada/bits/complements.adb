--  A complement is what is left to the last value.
with Interfaces; use Interfaces;

procedure Complements (A : Unsigned_16) is
begin
   pragma Assert ((not A) = Unsigned_16'Last - A);
   pragma Assert ((A and not A) = 0 and (A or not A) = Unsigned_16'Last);
   pragma Assert ((not A) + 1 = -A);
end Complements;
