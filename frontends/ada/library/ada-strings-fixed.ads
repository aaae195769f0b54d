with Ada.Strings.Maps;

--  RM A.4.3.
package Ada.Strings.Fixed is
   procedure Move
     (Source  : String;
      Target  : out String;
      Drop    : Truncation := Error;
      Justify : Alignment := Left;
      Pad     : Character := Space);

   function Index (Source : String; Pattern : String; From : Positive; Going : Direction := Forward) return Natural;
   function Index (Source : String; Pattern : String; Going : Direction := Forward) return Natural;
   function Index_Non_Blank (Source : String; From : Positive; Going : Direction := Forward) return Natural;
   function Index_Non_Blank (Source : String; Going : Direction := Forward) return Natural;
   function Count (Source : String; Pattern : String) return Natural;

   --  With mappings: what they make of the source is looked at.
   function Index
     (Source : String; Pattern : String; From : Positive; Going : Direction := Forward;
      Mapping : Maps.Character_Mapping) return Natural;
   function Index
     (Source : String; Pattern : String; From : Positive; Going : Direction := Forward;
      Mapping : Maps.Character_Mapping_Function) return Natural;
   function Index
     (Source : String; Pattern : String; Going : Direction := Forward; Mapping : Maps.Character_Mapping)
      return Natural;
   function Index
     (Source : String; Pattern : String; Going : Direction := Forward; Mapping : Maps.Character_Mapping_Function)
      return Natural;
   function Count (Source : String; Pattern : String; Mapping : Maps.Character_Mapping) return Natural;
   function Count (Source : String; Pattern : String; Mapping : Maps.Character_Mapping_Function) return Natural;

   function Index
     (Source : String; Set : Maps.Character_Set; From : Positive; Test : Membership := Inside;
      Going : Direction := Forward) return Natural;
   function Index
     (Source : String; Set : Maps.Character_Set; Test : Membership := Inside; Going : Direction := Forward)
      return Natural;
   function Count (Source : String; Set : Maps.Character_Set) return Natural;
   procedure Find_Token
     (Source : String; Set : Maps.Character_Set; From : Positive; Test : Membership; First : out Positive;
      Last   : out Natural);
   procedure Find_Token
     (Source : String; Set : Maps.Character_Set; Test : Membership; First : out Positive; Last : out Natural);

   function Translate (Source : String; Mapping : Maps.Character_Mapping) return String;
   procedure Translate (Source : in out String; Mapping : Maps.Character_Mapping);
   function Translate (Source : String; Mapping : Maps.Character_Mapping_Function) return String;
   procedure Translate (Source : in out String; Mapping : Maps.Character_Mapping_Function);

   function Replace_Slice (Source : String; Low : Positive; High : Natural; By : String) return String;
   procedure Replace_Slice
     (Source  : in out String;
      Low     : Positive;
      High    : Natural;
      By      : String;
      Drop    : Truncation := Error;
      Justify : Alignment := Left;
      Pad     : Character := Space);
   function Insert (Source : String; Before : Positive; New_Item : String) return String;
   procedure Insert
     (Source : in out String; Before : Positive; New_Item : String; Drop : Truncation := Error);
   function Overwrite (Source : String; Position : Positive; New_Item : String) return String;
   procedure Overwrite
     (Source : in out String; Position : Positive; New_Item : String; Drop : Truncation := Right);
   function Delete (Source : String; From : Positive; Through : Natural) return String;
   procedure Delete
     (Source  : in out String;
      From    : Positive;
      Through : Natural;
      Justify : Alignment := Left;
      Pad     : Character := Space);

   function Trim (Source : String; Side : Trim_End) return String;
   procedure Trim
     (Source : in out String; Side : Trim_End; Justify : Alignment := Left; Pad : Character := Space);
   function Trim (Source : String; Left : Maps.Character_Set; Right : Maps.Character_Set) return String;
   procedure Trim
     (Source  : in out String;
      Left    : Maps.Character_Set;
      Right   : Maps.Character_Set;
      Justify : Alignment := Strings.Left;
      Pad     : Character := Space);
   function Head (Source : String; Count : Natural; Pad : Character := Space) return String;
   procedure Head
     (Source : in out String; Count : Natural; Justify : Alignment := Left; Pad : Character := Space);
   function Tail (Source : String; Count : Natural; Pad : Character := Space) return String;
   procedure Tail
     (Source : in out String; Count : Natural; Justify : Alignment := Left; Pad : Character := Space);

   function "*" (Left : Natural; Right : Character) return String is ([1 .. Left => Right]);
   function "*" (Left : Natural; Right : String) return String is
     ([for I in 1 .. Left * Right'Length => Right (Right'First + (I - 1) mod Right'Length)]);
end Ada.Strings.Fixed;
