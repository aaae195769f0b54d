--  What a mask takes and what it leaves are the whole.
with Interfaces; use Interfaces;
procedure Mask_Split (X, M : Unsigned_32) is
   Low  : constant Unsigned_32 := X and M;
   High : constant Unsigned_32 := X and not M;
begin
   pragma Assert ((Low or High) = X);
   pragma Assert ((Low and High) = 0);
   pragma Assert (Low + High = X);
   pragma Assert ((X or M) = X + (M and not X));
end Mask_Split;
