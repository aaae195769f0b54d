--  Where nothing says that a file is in UTF-8, GNAT takes each byte of a string literal for a character: ü is two.
procedure Bytes_Of_Text is
   S : constant String := "für";
   W : constant Wide_String := "ü";
begin
   pragma Assert (S'Length = 4);
   pragma Assert (S (2) = Character'Val (16#C3#) and S (3) = Character'Val (16#BC#));
   pragma Assert (W'Length = 2);
   pragma Assert (S (S'Last - 1) = Character'Val (16#FC#));  --  fails: VC_ASSERT
end Bytes_Of_Text;
