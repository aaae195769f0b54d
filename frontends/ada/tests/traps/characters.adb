--  RM A.3.2: classes of characters, summed up over all of Latin-1.
with Ada.Characters.Handling; use Ada.Characters.Handling;
with Ada.Strings;
procedure Characters is
   use type Ada.Strings.Trim_End;
   Sum  : Natural := 0;
   Last : Natural := 0;
   procedure Add (B : Boolean; C : Character; Weight : Positive) is
   begin
      if B then
         Sum := (Sum + (Character'Pos (C) + 1) * Weight) mod 10_007;
      end if;
   end Add;
   Name : constant String := "x aB1" & Character'Val (228) & Character'Val (255);
begin
   for C in Character loop
      Add (Is_Control (C), C, 3);
      Add (Is_Graphic (C), C, 5);
      Add (Is_Letter (C), C, 7);
      Add (Is_Lower (C), C, 11);
      Add (Is_Upper (C), C, 13);
      Add (Is_Basic (C), C, 17);
      Add (Is_Digit (C), C, 19);
      Add (Is_Hexadecimal_Digit (C), C, 23);
      Add (Is_Alphanumeric (C), C, 29);
      Add (Is_Special (C), C, 31);
      Add (Is_Line_Terminator (C), C, 37);
      Add (Is_Mark (C), C, 41);
      Add (Is_Other_Format (C), C, 43);
      Add (Is_Punctuation_Connector (C), C, 47);
      Add (Is_Space (C), C, 53);
      Add (True, To_Lower (C), 59);
      Add (True, To_Upper (C), 61);
      Add (Is_ISO_646 (C), To_ISO_646 (C, '?'), 67);
   end loop;
   pragma Assert (Sum = 4776);
   pragma Assert (To_Upper (Name (3 .. 7)) = "AB1" & Character'Val (196) & Character'Val (255));
   pragma Assert (To_Upper (Name (3 .. 7))'First = 1 and To_Lower (Name (2 .. 1)) = "");
   pragma Assert (Is_ISO_646 (Name (1 .. 5)) and not Is_ISO_646 (Name));
   pragma Assert (Ada.Strings.Trim_End'Pos (Ada.Strings.Both) = 2 and Ada.Strings.Space = ' ');
   Last := Character'Pos (To_Lower (Name (4)));
   pragma Assert (Last /= 98);  --  fails: VC_ASSERT
end Characters;
