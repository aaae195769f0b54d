--  A shift that the user declares as intrinsic is the machine's (RM 6.3.1, B.2).
procedure Own_Shift (N : Natural) is
   type Word is mod 2 ** 16;
   function Shift_Right (Value : Word; Amount : Natural) return Word
     with Import, Convention => Intrinsic;
   function Rotate_Left (Value : Word; Amount : Natural) return Word;
   pragma Import (Intrinsic, Rotate_Left);
begin
   pragma Assert (Shift_Right (16#8000#, 15) = 1);
   pragma Assert (Rotate_Left (16#8001#, 1) = 3);
   pragma Assert (Shift_Right (Word'Last, 16 + N mod 2) = 0);
end Own_Shift;
