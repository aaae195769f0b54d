package body Checksum_Xor is
   function Check (M : Message) return Unsigned_8 is
      C : Unsigned_8 := 0;
   begin
      for B of M loop
         C := C xor B;
      end loop;
      return C;
   end Check;
   procedure Append (M : in out Message) is
   begin
      M (M'Last) := Check (M) xor M (M'Last);
   end Append;
end Checksum_Xor;
