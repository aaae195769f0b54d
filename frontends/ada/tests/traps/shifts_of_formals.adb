--  Shifts that are formal functions of generic units, beside those of Interfaces.
with Interfaces; use Interfaces;
procedure Shifts_Of_Formals is
   generic
      type Word is mod <>;
      with function Shift_Left (Value : Word; Amount : Natural) return Word is <>;
      with function Rotate_Left (Value : Word; Amount : Natural) return Word is <>;
   package Hash is
      function Mix (X : Word) return Word;
   end Hash;
   package body Hash is
      function Mix (X : Word) return Word is (Shift_Left (X, 3) xor Rotate_Left (X, 1));
   end Hash;
   function Added (V : Unsigned_8; N : Natural) return Unsigned_8 is (V + Unsigned_8 (N));
   package Hash_32 is new Hash (Unsigned_32);
   package Hash_8 is new Hash (Unsigned_8);
   package Hash_Own is new Hash (Unsigned_8, Shift_Left => Added);
begin
   pragma Assert (Hash_32.Mix (16#8000_0001#) = 11);
   pragma Assert (Hash_8.Mix (16#81#) = 11);
   pragma Assert (Hash_Own.Mix (16#81#) = 16#87#);
   pragma Assert (Hash_Own.Mix (16#81#) = 11);  --  fails: VC_ASSERT
end Shifts_Of_Formals;
