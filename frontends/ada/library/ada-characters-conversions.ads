--  RM A.3.4.
package Ada.Characters.Conversions is
   function Is_Character (Item : Wide_Character) return Boolean is (Wide_Character'Pos (Item) <= 255);
   function Is_String (Item : Wide_String) return Boolean is (for all C of Item => Is_Character (C));
   function Is_Character (Item : Wide_Wide_Character) return Boolean is (Wide_Wide_Character'Pos (Item) <= 255);
   function Is_String (Item : Wide_Wide_String) return Boolean is (for all C of Item => Is_Character (C));
   function Is_Wide_Character (Item : Wide_Wide_Character) return Boolean is
     (Wide_Wide_Character'Pos (Item) <= 65_535);
   function Is_Wide_String (Item : Wide_Wide_String) return Boolean is (for all C of Item => Is_Wide_Character (C));

   function To_Wide_Character (Item : Character) return Wide_Character is (Wide_Character'Val (Character'Pos (Item)));
   function To_Wide_String (Item : String) return Wide_String;
   function To_Wide_Wide_Character (Item : Character) return Wide_Wide_Character is
     (Wide_Wide_Character'Val (Character'Pos (Item)));
   function To_Wide_Wide_String (Item : String) return Wide_Wide_String;
   function To_Wide_Wide_Character (Item : Wide_Character) return Wide_Wide_Character is
     (Wide_Wide_Character'Val (Wide_Character'Pos (Item)));
   function To_Wide_Wide_String (Item : Wide_String) return Wide_Wide_String;

   function To_Character (Item : Wide_Character; Substitute : Character := ' ') return Character is
     (if Is_Character (Item) then Character'Val (Wide_Character'Pos (Item)) else Substitute);
   function To_String (Item : Wide_String; Substitute : Character := ' ') return String;
   function To_Character (Item : Wide_Wide_Character; Substitute : Character := ' ') return Character is
     (if Is_Character (Item) then Character'Val (Wide_Wide_Character'Pos (Item)) else Substitute);
   function To_String (Item : Wide_Wide_String; Substitute : Character := ' ') return String;
   function To_Wide_Character (Item : Wide_Wide_Character; Substitute : Wide_Character := ' ') return Wide_Character is
     (if Is_Wide_Character (Item) then Wide_Character'Val (Wide_Wide_Character'Pos (Item)) else Substitute);
   function To_Wide_String (Item : Wide_Wide_String; Substitute : Wide_Character := ' ') return Wide_String;
end Ada.Characters.Conversions;
