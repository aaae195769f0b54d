--  Hexadecimal digits and back. With a slip.
with Interfaces; use Interfaces;
procedure Nibbles_Hex_Slip (Value : Unsigned_16) is
   Digit : constant array (Unsigned_16 range 0 .. 15) of Character := "0123456789ABCDEF";
   function Number (C : Character) return Unsigned_16 is
     (case C is
         when '0' .. '9' => Character'Pos (C) - Character'Pos ('0'),
         when 'A' .. 'F' => Character'Pos (C) - Character'Pos ('A') + 10,
         when others => 0);
   Text : String (1 .. 4);
   Rest : Unsigned_16 := Value;
   Back : Unsigned_16 := 0;
begin
   for I in reverse Text'Range loop
      Text (I) := Digit (Rest mod 16);
      Rest := Rest / 8;
   end loop;
   for I in Text'Range loop
      Back := Back * 16 + Number (Text (I));
   end loop;
   pragma Assert (Back = Value);
end Nibbles_Hex_Slip;
