--  Some of the powers are zero in the modular type: the manual says Constraint_Error, GNAT shifts.
procedure Shifts_Beyond (Number : Integer) is
   type Byte is mod 2 ** 8;
   Bits : constant Byte := Byte (Number mod 256);
begin
   pragma Assert
     (for all Place in 0 .. 9 =>
        Bits / 2 ** Place
          >= Bits / 2 ** (Place + 1));
end Shifts_Beyond;
