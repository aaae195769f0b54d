with Ada.Characters.Latin_1;
with Ada.Strings; use Ada.Strings;
with Ada.Strings.Equal_Case_Insensitive;
with Ada.Strings.Fixed; use Ada.Strings.Fixed;
with Ada.Strings.Maps; use Ada.Strings.Maps;
with Ada.Strings.Maps.Constants; use Ada.Strings.Maps.Constants;
procedure Mappings (C : Character) is
   S : String (1 .. 5) := "ab1u ";
begin
   pragma Assert (Translate ("aBc", Upper_Case_Map) = "ABC" and Index ("xABC", "bc", Forward, Lower_Case_Map) = 3);
   Translate (S, To_Mapping ("a1", "b2"));
   pragma Assert (S = "bb2u ");
   pragma Assert (Ada.Strings.Equal_Case_Insensitive ("Ada", "aDA"));
   begin
      Translate (S, To_Mapping ("aa", "bc"));
      pragma Assert (False);
   exception
      when Translation_Error => null;
   end;
   if C in Ada.Characters.Latin_1.UC_A_Grave .. Ada.Characters.Latin_1.UC_I_Diaeresis then
      pragma Assert (Value (Lower_Case_Map, C) > C);
      pragma Assert (Value (Basic_Map, C) /= 'C');  --  fails: VC_ASSERT
   end if;
end Mappings;
