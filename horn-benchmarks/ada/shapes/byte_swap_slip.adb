--  Bytes in the order of the machine and in the other one. With a slip.
with Interfaces; use Interfaces;
procedure Byte_Swap_Slip (W : Unsigned_32) is
   type Bytes is array (0 .. 3) of Unsigned_8;
   B    : Bytes;
   Back : Unsigned_32 := 0;
   Turned : Unsigned_32 := 0;
begin
   for I in Bytes'Range loop
      B (I) := Unsigned_8 (Shift_Right (W, 8 * I) and 16#FF#);
   end loop;
   for I in reverse Bytes'Range loop
      Back := Shift_Left (Back, 8) or Unsigned_32 (B (I));
   end loop;
   for I in Bytes'Range loop
      Turned := Turned * 255 + Unsigned_32 (B (I));
   end loop;
   pragma Assert (Back = W);
   pragma Assert (Turned = (Shift_Left (W, 24) or (Shift_Left (W, 8) and 16#FF_0000#)
     or (Shift_Right (W, 8) and 16#FF00#) or Shift_Right (W, 24)));
end Byte_Swap_Slip;
