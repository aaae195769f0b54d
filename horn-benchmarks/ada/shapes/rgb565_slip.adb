--  A pixel in sixteen bits, and back. With a slip.
with Interfaces; use Interfaces;
procedure Rgb565_Slip (Red, Green, Blue : Unsigned_8) is
   type Pixel is record
      R, G, B : Unsigned_8;
   end record;
   function Pack (P : Pixel) return Unsigned_16 is
     (Shift_Left (Unsigned_16 (P.R and 16#F8#), 8)
      or Shift_Left (Unsigned_16 (P.G and 16#FC#), 3)
      or Shift_Right (Unsigned_16 (P.B), 3));
   function Unpack (W : Unsigned_16) return Pixel is
     (R => Unsigned_8 (Shift_Right (W, 8) and 16#F8#),
      G => Unsigned_8 (Shift_Right (W, 3) and 16#F8#),
      B => Unsigned_8 (Shift_Left (W, 3) and 16#F8#));
   P : constant Pixel := (Red, Green, Blue);
   Q : constant Pixel := Unpack (Pack (P));
begin
   pragma Assert (Q.R = (Red and 16#F8#) and Q.G = (Green and 16#FC#));
   pragma Assert (Q.B = Blue - Blue mod 8);
end Rgb565_Slip;
