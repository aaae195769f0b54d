--  A conversion to a modular type is checked; it does not wrap.
procedure Modular_Conversion (N : Natural) is
   type Byte is mod 256;
   B : Byte;
begin
   B := Byte (N);
   pragma Assert (Natural (B) = N);
end Modular_Conversion;
