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

   --  The letter without its accent.
   function To_Basic (Item : Character) return Character is
     (case Character'Pos (Item) is
         when 192 .. 197 => 'A',
         when 199        => 'C',
         when 200 .. 203 => 'E',
         when 204 .. 207 => 'I',
         when 209        => 'N',
         when 210 .. 214 | 216 => 'O',
         when 217 .. 220 => 'U',
         when 221        => 'Y',
         when 224 .. 229 => 'a',
         when 231        => 'c',
         when 232 .. 235 => 'e',
         when 236 .. 239 => 'i',
         when 241        => 'n',
         when 242 .. 246 | 248 => 'o',
         when 249 .. 252 => 'u',
         when 253 | 255  => 'y',
         when others     => Item);

   function To_Lower (Item : String) return String;
   function To_Upper (Item : String) return String;

   function To_Basic (Item : String) return String;

   subtype ISO_646 is Character range Character'Val (0) .. Character'Val (127);
   function Is_ISO_646 (Item : Character) return Boolean is (Item in ISO_646);
   function Is_ISO_646 (Item : String) return Boolean is (for all I in Item'Range => Item (I) in ISO_646);
   function To_ISO_646 (Item : Character; Substitute : ISO_646 := ' ') return ISO_646 is
     (if Item in ISO_646 then Item else Substitute);
   function To_ISO_646 (Item : String; Substitute : ISO_646 := ' ') return String;
end Ada.Characters.Handling;
