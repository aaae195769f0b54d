--  Gray code and back. With a slip.
with Interfaces; use Interfaces;
procedure Gray_Code_Slip (N : Unsigned_16) is
   function Encode (B : Unsigned_16) return Unsigned_16 is (B xor Shift_Right (B, 1));
   function Decode (G : Unsigned_16) return Unsigned_16 is
      Result : Unsigned_16 := G;
      Mask   : Unsigned_16 := Shift_Right (G, 1);
   begin
      while Mask /= 0 loop
         Result := Result xor Mask;
         Mask := Shift_Right (Mask, 2);
      end loop;
      return Result;
   end Decode;
begin
   pragma Assert (Decode (Encode (N)) = N);
end Gray_Code_Slip;
