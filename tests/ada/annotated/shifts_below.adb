--  Divisions by powers of two below quantifiers, none of them too large for the type.
procedure Shifts_Below (Number : Natural) with SPARK_Mode is
   type Byte is mod 2 ** 8;
   Bits : constant Byte := Byte (Number mod 256);
begin
   pragma Assert (for all Place in 0 .. 7 => Bits / 2 ** Place <= Bits);
   pragma Assert (for all Place in 0 .. 6 => Bits / 2 ** Place >= Bits / 2 ** (Place + 1));
   pragma Assert (for all Place in 0 .. 7 => Number / 2 ** Place <= Number);
end Shifts_Below;
