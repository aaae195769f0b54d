--  Flags as the bits of a byte. With a slip.
with Interfaces; use Interfaces;
package Flags_Packed_Slip is
   type Flags is array (0 .. 7) of Boolean;
   function Pack (F : Flags) return Unsigned_8 with
     Post => (for all I in 0 .. 7 => ((Pack'Result and 2 ** I) /= 0) = F (I));
   function Unpack (B : Unsigned_8) return Flags with
     Post => Pack (Unpack'Result) = B;
end Flags_Packed_Slip;
