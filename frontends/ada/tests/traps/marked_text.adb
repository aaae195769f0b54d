--  Behind a byte order mark GNAT reads UTF-8: ü is one character, and what is beyond Latin-1 is no Character.
procedure Marked_Text is
   S : constant String := "für";
   W : constant Wide_String := "€";
   C : Wide_Wide_Character := 'Ω';
begin
   pragma Assert (S'Length = 3 and S (2) = 'ü');
   pragma Assert (W'Length = 1 and Wide_Character'Pos (W (1)) = 16#20AC#);
   C := Wide_Wide_Character'Succ (C);
   pragma Assert (Wide_Wide_Character'Pos (C) = 938 and C /= 'Ω');
   pragma Assert (S (S'Last - 1) = Character'Val (16#C3#));  --  fails: VC_ASSERT
end Marked_Text;
