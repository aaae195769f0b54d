--  GNAT RM 12, GNAT.Regpat: where a pattern matches is open, but inside of the text.
package GNAT.Regpat is
   Expression_Error : exception;

   type Regexp_Flags is mod 256;
   No_Flags         : constant Regexp_Flags := 0;
   Case_Insensitive : constant Regexp_Flags := 1;
   Single_Line      : constant Regexp_Flags := 2;
   Multiple_Lines   : constant Regexp_Flags := 4;

   subtype Match_Count is Natural range 0 .. Natural'Last;
   type Match_Location is record
      First : Natural := 0;
      Last  : Natural := 0;
   end record;
   type Match_Array is array (Match_Count range <>) of Match_Location;
   No_Match : constant Match_Location := (First => 0, Last => 0);

   type Program_Size is range 0 .. 2 ** 15 - 1;
   Auto_Size : constant := 0;
   type Pattern_Matcher (Size : Program_Size) is private;
   Never_Match : constant Pattern_Matcher;

   function Compile (Expression : String; Flags : Regexp_Flags := No_Flags) return Pattern_Matcher with Import;
   procedure Compile
     (Matcher         : out Pattern_Matcher;
      Expression      : String;
      Final_Code_Size : out Program_Size;
      Flags           : Regexp_Flags := No_Flags)
   with Import;
   procedure Compile (Matcher : out Pattern_Matcher; Expression : String; Flags : Regexp_Flags := No_Flags) with
     Import;
   function Paren_Count (Regexp : Pattern_Matcher) return Match_Count with
     Import, Post => Paren_Count'Result <= 100_000, Exceptional_Cases => (others => False);
   function Quote (Str : String) return String with
     Import,
     Post => Quote'Result'First = 1 and then Quote'Result'Last in 0 .. 1_000_000,
     Exceptional_Cases => (others => False);

   function Match
     (Expression : String;
      Data       : String;
      Size       : Program_Size := Auto_Size;
      Data_First : Integer      := -1;
      Data_Last  : Positive     := Positive'Last) return Natural
   with Import, Post => Match'Result >= Data'First - 1 and then Match'Result - 1 <= Data'Last;
   function Match
     (Expression : String;
      Data       : String;
      Size       : Program_Size := Auto_Size;
      Data_First : Integer      := -1;
      Data_Last  : Positive     := Positive'Last) return Boolean
   with Import;
   procedure Match
     (Expression : String;
      Data       : String;
      Matches    : out Match_Array;
      Size       : Program_Size := Auto_Size;
      Data_First : Integer      := -1;
      Data_Last  : Positive     := Positive'Last)
   with
     Import,
     Post =>
       (for all M of Matches =>
          (M.First = 0 and then M.Last = 0)
          or else (M.First >= Data'First and then M.Last <= Data'Last and then M.First - 1 <= M.Last));

   function Match
     (Self       : Pattern_Matcher;
      Data       : String;
      Data_First : Integer  := -1;
      Data_Last  : Positive := Positive'Last) return Natural
   with Import, Post => Match'Result >= Data'First - 1 and then Match'Result - 1 <= Data'Last;
   function Match
     (Self       : Pattern_Matcher;
      Data       : String;
      Data_First : Integer  := -1;
      Data_Last  : Positive := Positive'Last) return Boolean
   with Import;
   procedure Match
     (Self       : Pattern_Matcher;
      Data       : String;
      Matches    : out Match_Array;
      Data_First : Integer  := -1;
      Data_Last  : Positive := Positive'Last)
   with
     Import,
     Post =>
       (for all M of Matches =>
          (M.First = 0 and then M.Last = 0)
          or else (M.First >= Data'First and then M.Last <= Data'Last and then M.First - 1 <= M.Last));
private
   type Pattern_Matcher (Size : Program_Size) is null record;
   Never_Match : constant Pattern_Matcher := (Size => 0);
end GNAT.Regpat;
