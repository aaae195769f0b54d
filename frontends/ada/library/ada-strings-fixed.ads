--  RM A.4.3, without what takes sets and mappings of characters.
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
