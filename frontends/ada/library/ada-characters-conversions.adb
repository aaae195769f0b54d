package body Ada.Characters.Conversions is
   function To_Wide_String (Item : String) return Wide_String is
     ([for J in 1 .. Item'Length => To_Wide_Character (Item (Item'First + (J - 1)))]);
   function To_Wide_Wide_String (Item : String) return Wide_Wide_String is
     ([for J in 1 .. Item'Length => To_Wide_Wide_Character (Item (Item'First + (J - 1)))]);
   function To_Wide_Wide_String (Item : Wide_String) return Wide_Wide_String is
     ([for J in 1 .. Item'Length => To_Wide_Wide_Character (Item (Item'First + (J - 1)))]);
   function To_String (Item : Wide_String; Substitute : Character := ' ') return String is
     ([for J in 1 .. Item'Length => To_Character (Item (Item'First + (J - 1)), Substitute)]);
   function To_String (Item : Wide_Wide_String; Substitute : Character := ' ') return String is
     ([for J in 1 .. Item'Length => To_Character (Item (Item'First + (J - 1)), Substitute)]);
   function To_Wide_String (Item : Wide_Wide_String; Substitute : Wide_Character := ' ') return Wide_String is
     ([for J in 1 .. Item'Length => To_Wide_Character (Item (Item'First + (J - 1)), Substitute)]);
end Ada.Characters.Conversions;
