--  RM A.4.11: encoded texts, none of which is followed.
package Ada.Strings.UTF_Encoding is
   type Encoding_Scheme is (UTF_8, UTF_16BE, UTF_16LE);
   subtype UTF_String is String;
   subtype UTF_8_String is String;
   subtype UTF_16_Wide_String is Wide_String;
   Encoding_Error : exception;

   BOM_8    : constant UTF_8_String :=
     [1 => Character'Val (16#EF#), 2 => Character'Val (16#BB#), 3 => Character'Val (16#BF#)];
   BOM_16BE : constant UTF_String := [1 => Character'Val (16#FE#), 2 => Character'Val (16#FF#)];
   BOM_16LE : constant UTF_String := [1 => Character'Val (16#FF#), 2 => Character'Val (16#FE#)];
   BOM_16   : constant UTF_16_Wide_String := [1 => Wide_Character'Val (16#FEFF#)];

   function Encoding (Item : UTF_String; Default : Encoding_Scheme := UTF_8) return Encoding_Scheme is
     (if Item'Length >= 2 and then Item (Item'First .. Item'First + 1) = BOM_16BE
      then UTF_16BE
      elsif Item'Length >= 2 and then Item (Item'First .. Item'First + 1) = BOM_16LE
      then UTF_16LE
      elsif Item'Length >= 3 and then Item (Item'First .. Item'First + 2) = BOM_8
      then UTF_8
      else Default);
end Ada.Strings.UTF_Encoding;
