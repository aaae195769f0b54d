with Ada.Strings; use Ada.Strings;
with Ada.Strings.Fixed; use Ada.Strings.Fixed;
with Ada.Strings.Maps; use Ada.Strings.Maps;
procedure Sets (C : Character) is
   Vowels : constant Character_Set := To_Set ("aeiou");
   Digit  : constant Character_Set := To_Set (Character_Range'('0', '9'));
   S      : constant String (1 .. 5) := "ab1u ";
   First  : Positive;
   Last   : Natural;
begin
   pragma Assert (Is_In ('a', Vowels) and not Is_In (C, Vowels and Digit));
   pragma Assert (Index (S, Digit) = 3 and Index (S, Vowels, Outside) = 2 and Count (S, Vowels) = 2);
   Find_Token (S, Digit, Inside, First, Last);
   pragma Assert (First = 3 and Last = 3);
   if Is_In (C, Vowels or Digit) then
      pragma Assert (C in 'a' | 'e' | 'i' | 'o' | 'u' | '0' .. '9');
      pragma Assert (C /= '7');  --  fails: VC_ASSERT
   end if;
end Sets;
