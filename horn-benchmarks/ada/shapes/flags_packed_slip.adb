package body Flags_Packed_Slip is
   function Pack (F : Flags) return Unsigned_8 is
      R : Unsigned_8 := 0;
   begin
      for I in F'Range loop
         if F (I) then
            R := R or Shift_Left (2, I);
         end if;
      end loop;
      return R;
   end Pack;
   function Unpack (B : Unsigned_8) return Flags is
      F : Flags := (others => False);
   begin
      for I in Flags'Range loop
         F (I) := (Shift_Right (B, I) and 1) = 1;
      end loop;
      return F;
   end Unpack;
end Flags_Packed_Slip;
