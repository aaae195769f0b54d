--  A checksum is linear.
with Interfaces; use Interfaces;
procedure Crc_Linear (A, B : Unsigned_8) is
   Poly : constant Unsigned_8 := 16#07#;
   function Crc (Data : Unsigned_8) return Unsigned_8 is
      C : Unsigned_8 := Data;
   begin
      for Bit in 1 .. 8 loop
         if (C and 16#80#) /= 0 then
            C := Shift_Left (C, 1) xor Poly;
         else
            C := Shift_Left (C, 1);
         end if;
      end loop;
      return C;
   end Crc;
begin
   pragma Assert (Crc (A xor B) = (Crc (A) xor Crc (B)));
end Crc_Linear;
