--  Modular types wrap for any modulus.
procedure Modular is
   type Byte is mod 256;
   type Ten is mod 10;
   B : Byte := 250;
   T : Ten := 7;
   I : Integer := 300;
begin
   B := B + 10;
   pragma Assert (B = 4);
   B := B - 5;
   pragma Assert (B = 255);
   T := T * T;
   pragma Assert (T = 9);
   T := -T;
   pragma Assert (T = 1);
   T := not T;
   pragma Assert (T = 8);
   B := (B and 16#0F#) or 16#A0#;
   pragma Assert (B = 16#AF#);
   B := B xor 16#FF#;
   pragma Assert (B = 16#50#);
   B := Byte'Mod (I);
   pragma Assert (B = 44);
   T := Ten'Pred (0);
   pragma Assert (T = 9);
   B := Byte (I);  --  fails: VC_RANGE_CHECK
end Modular;
