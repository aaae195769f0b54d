--  The bits of a floating point value are not followed: they are some value of the type that gets them.
with Ada.Unchecked_Conversion;
procedure Bits_Of_Float is
   type Word is mod 2 ** 32;
   function To_Word is new Ada.Unchecked_Conversion (Float, Word);
   X : Float := 0.0;
begin
   pragma Assert (To_Word (X) in Word);
   pragma Assert (To_Word (X) = 0);
end Bits_Of_Float;
