--  The bits of an unsigned type.
with Interfaces; use Interfaces;

procedure Modular_Not (X : Unsigned_8) is
begin
   pragma Assert (not X = 255 - X);
   pragma Assert (-X = 0 - X);
   pragma Assert (Shift_Left (X, 1) = X * 2);
   pragma Assert ((X and 16#0F#) = X mod 16);
   pragma Assert ((X xor X) = 0 and then (X or 0) = X);
end Modular_Not;
