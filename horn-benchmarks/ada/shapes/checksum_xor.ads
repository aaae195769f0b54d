--  A last byte that makes the checksum zero.
with Interfaces; use Interfaces;
package Checksum_Xor is
   type Message is array (Positive range 1 .. 12) of Unsigned_8;
   function Check (M : Message) return Unsigned_8;
   procedure Append (M : in out Message) with Post => Check (M) = 0;
end Checksum_Xor;
