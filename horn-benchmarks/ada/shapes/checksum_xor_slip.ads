--  A last byte that makes the checksum zero. With a slip.
with Interfaces; use Interfaces;
package Checksum_Xor_Slip is
   type Message is array (Positive range 1 .. 12) of Unsigned_8;
   function Check (M : Message) return Unsigned_8;
   procedure Append (M : in out Message) with Post => Check (M) = 0;
end Checksum_Xor_Slip;
