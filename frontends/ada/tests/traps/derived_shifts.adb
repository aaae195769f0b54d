--  Types derived from those of Interfaces inherit the shifts where they are derived, without a use clause; own functions
--  of such a name are beside them, or override them.
with Interfaces;
procedure Derived_Shifts is
   type Word is new Interfaces.Unsigned_32;
   type Half is new Word;
   package Bytes is
      type Byte is new Interfaces.Unsigned_8;
      subtype Low is Byte range 0 .. 15;
      type Hidden is private;
      function Rotate_Left (Value : Hidden; Amount : Natural) return Hidden;
      function Of_Byte (X : Byte) return Hidden;
      function To_Byte (X : Hidden) return Byte;
   private
      type Hidden is new Byte;
      function Rotate_Left (Value : Hidden; Amount : Natural) return Hidden is (Value + Hidden (Amount));
      function Of_Byte (X : Byte) return Hidden is (Hidden (X));
      function To_Byte (X : Hidden) return Byte is (Byte (X));
   end Bytes;
   type Nibble is mod 16;
   function Shift_Left (Value : Nibble; Amount : Natural) return Nibble is (Value + Nibble (Amount));
   type Own is new Interfaces.Unsigned_16;
   function Shift_Left (Value : Own; Amount : Natural) return Own is (Value + Own (Amount));
   type Next is new Own;
   generic
      type T is new Interfaces.Unsigned_16;
   function Twice (X : T) return T;
   function Twice (X : T) return T is (Shift_Left (X, 1));
   type Plain is new Interfaces.Unsigned_16;
   function Twice_Plain is new Twice (Plain);
   W : Word := 3;
   H : Half := 16#8000_0000#;
   B : Bytes.Byte := 16#81#;
   use type Bytes.Byte;
begin
   W := Shift_Left (W, 2);
   pragma Assert (W = 12);
   H := Rotate_Left (Amount => 1, Value => H);
   pragma Assert (H = 1);
   B := Bytes.Rotate_Left (B, 1);
   pragma Assert (B = 3);
   pragma Assert (Bytes.To_Byte (Bytes.Rotate_Left (Bytes.Of_Byte (16#81#), 2)) = 16#83#);
   declare
      use all type Bytes.Low;
   begin
      B := Shift_Left (B, 7);
      pragma Assert (B = 16#80#);
      B := Shift_Right_Arithmetic (B, 7);
      pragma Assert (B = 16#FF#);
   end;
   declare
      use Interfaces;
      N : Nibble := 3;
      U : Unsigned_32 := 3;
      function Rotate_Left (X : Unsigned_32) return Unsigned_32 is (Rotate_Left (X, 1));
      function Shift_Right (X : Unsigned_32; Amount : Natural) return Unsigned_32 is (X + Unsigned_32 (Amount));
   begin
      N := Shift_Left (N, 4);
      pragma Assert (N = 7);
      U := Shift_Left (U, 4);
      pragma Assert (U = 48);
      pragma Assert (Shift_Left (Own'(3), 2) = 5);
      pragma Assert (Shift_Left (Next'(3), 2) = 5);
      pragma Assert (Rotate_Left (Unsigned_32'(16#8000_0001#)) = 3);
      pragma Assert (Shift_Right (U, 2) = 50);
      pragma Assert (Interfaces.Shift_Right (U, 2) = 12);
      pragma Assert (Twice_Plain (3) = 6);
      pragma Assert (Shift_Right (U, 2) = 12);  --  fails: VC_ASSERT
   end;
end Derived_Shifts;
