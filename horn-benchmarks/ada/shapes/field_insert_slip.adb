package body Field_Insert_Slip is
   procedure Insert (W : in out Word; At_Bit : Position; Value : Unsigned_8) is
      Mask : constant Unsigned_32 := Shift_Left (16#FF#, At_Bit);
   begin
      W := W or Shift_Left (Unsigned_32 (Value), At_Bit);
   end Insert;
end Field_Insert_Slip;
