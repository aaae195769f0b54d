--  RM A.3.2, for Character and String.
package Ada.Characters.Handling with Pure is
   function Is_Control (Item : Character) return Boolean is (Character'Pos (Item) in 0 .. 31 | 127 .. 159);
   function Is_Graphic (Item : Character) return Boolean is (not Is_Control (Item));
   function Is_Lower (Item : Character) return Boolean is
     (Item in 'a' .. 'z' or else Character'Pos (Item) in 223 .. 246 | 248 .. 255);
   function Is_Upper (Item : Character) return Boolean is
     (Item in 'A' .. 'Z' or else Character'Pos (Item) in 192 .. 214 | 216 .. 222);
   function Is_Letter (Item : Character) return Boolean is (Is_Lower (Item) or else Is_Upper (Item));
   function Is_Basic (Item : Character) return Boolean is
     (Item in 'a' .. 'z' | 'A' .. 'Z' or else Character'Pos (Item) in 198 | 208 | 222 | 223 | 230 | 240 | 254);
   function Is_Digit (Item : Character) return Boolean is (Item in '0' .. '9');
   function Is_Decimal_Digit (Item : Character) return Boolean renames Is_Digit;
   function Is_Hexadecimal_Digit (Item : Character) return Boolean is (Item in '0' .. '9' | 'a' .. 'f' | 'A' .. 'F');
   function Is_Alphanumeric (Item : Character) return Boolean is (Is_Letter (Item) or else Is_Digit (Item));
   function Is_Special (Item : Character) return Boolean is (Is_Graphic (Item) and then not Is_Alphanumeric (Item));
   function Is_Line_Terminator (Item : Character) return Boolean is (Character'Pos (Item) in 10 .. 13 | 133);
   function Is_Mark (Item : Character) return Boolean is (False);
   function Is_Other_Format (Item : Character) return Boolean is (Character'Pos (Item) = 173);
   function Is_Punctuation_Connector (Item : Character) return Boolean is (Item = '_');
   function Is_Space (Item : Character) return Boolean is (Item = ' ' or else Character'Pos (Item) = 160);

   function To_Lower (Item : Character) return Character is
     (if Is_Upper (Item) then Character'Val (Character'Pos (Item) + 32) else Item);
   function To_Upper (Item : Character) return Character is
     (if Item in 'a' .. 'z' or else Character'Pos (Item) in 224 .. 246 | 248 .. 254
      then Character'Val (Character'Pos (Item) - 32)
      else Item);

   function To_Lower (Item : String) return String is
     ([for I in 1 .. Item'Length => To_Lower (Item (Item'First + (I - 1)))]);
   function To_Upper (Item : String) return String is
     ([for I in 1 .. Item'Length => To_Upper (Item (Item'First + (I - 1)))]);

   subtype ISO_646 is Character range Character'Val (0) .. Character'Val (127);
   function Is_ISO_646 (Item : Character) return Boolean is (Item in ISO_646);
   function Is_ISO_646 (Item : String) return Boolean is (for all I in Item'Range => Item (I) in ISO_646);
   function To_ISO_646 (Item : Character; Substitute : ISO_646 := ' ') return ISO_646 is
     (if Item in ISO_646 then Item else Substitute);
end Ada.Characters.Handling;
