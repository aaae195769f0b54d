--  A part of a packed array may begin inside of a byte: it is passed by copy, or by reference where it does not.
procedure Packed_Slice is
   Wrong : exception;
   type Bits is array (Positive range <>) of Boolean with Pack;
   procedure Flip (X : in out Bits) is
   begin
      X (X'First) := True;
      raise Wrong;
   end Flip;
   All_Bits : Bits (1 .. 200) := (others => False);
begin
   begin
      Flip (All_Bits (3 .. 9));
   exception
      when Wrong => null;
   end;
   pragma Assert (All_Bits (3));
end Packed_Slice;
