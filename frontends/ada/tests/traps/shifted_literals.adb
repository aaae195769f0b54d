--  What type a shifted literal has its context says: what falls off at the upper end depends on it.
with Interfaces; use Interfaces;
procedure Shifted_Literals is
   type Byte is new Unsigned_8;
   function Amount return Natural is (7);
   function Is_256 (X : Unsigned_16) return Boolean is (X = 16#100#);
   A : Unsigned_8 := 3;
   B : Byte := 1;
   W : Unsigned_16 := 0;
begin
   A := A or Shift_Left (2, Amount);
   pragma Assert (A = 3);
   W := W or Shift_Left (2, Amount);
   pragma Assert (W = 256);
   B := B + Shift_Left (2, Amount);
   pragma Assert (B = 1);
   pragma Assert (Is_256 (Shift_Left (2, Amount)));
   pragma Assert ((W and not Shift_Left (2, Amount)) = 0);
   pragma Assert (Shift_Left (2, Amount) = W);
   pragma Assert (Rotate_Left (3, Amount) = A);  --  fails: VC_ASSERT
end Shifted_Literals;
