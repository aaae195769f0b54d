with Ada.Characters.Conversions; use Ada.Characters.Conversions;
with Ada.Characters.Handling;
with GNAT.Case_Util; use GNAT.Case_Util;
procedure Letters is
   Name : String := "an_EXAMPLE of_it";
   W    : constant Wide_String := "a" & Wide_Character'Val (300) & "c";
   T    : constant Wide_Wide_String := [Wide_Wide_Character'Val (70_000), 'b'];
begin
   for C in Character loop
      pragma Assert (To_Upper (C) = Ada.Characters.Handling.To_Upper (C));
      pragma Assert (To_Lower (C) = Ada.Characters.Handling.To_Lower (C));
      pragma Assert (To_Character (To_Wide_Character (C)) = C);
   end loop;
   To_Mixed (Name);
   pragma Assert (Name = "An_Example of_It");
   To_Upper (Name);
   pragma Assert (Name = "AN_EXAMPLE OF_IT");
   To_Lower (Name (1 .. 4));
   pragma Assert (Name = "an_eXAMPLE OF_IT");
   pragma Assert (GNAT.Case_Util.To_Lower ("Ada") = "ada" and To_Mixed ("x_y") = "X_Y");

   pragma Assert (not Is_Character (W (2)) and Is_Character (W (3)) and not Is_String (W));
   pragma Assert (To_String (W, '?') = "a?c" and To_String (W (3 .. 3)) = "c");
   pragma Assert (To_Wide_String (String'("ab"))'Length = 2 and To_Wide_String (String'("ab")) = "ab");
   pragma Assert (not Is_Wide_Character (T (1)) and Is_Wide_Character (T (2)));
   pragma Assert (To_Wide_String (T, '!') = "!b" and To_Wide_Wide_String (W)'Last = 3);
   if Name'Length = 16 then
      pragma Assert (Name (1) = 'A');  --  fails: VC_ASSERT
   end if;
end Letters;
