with Ada.Strings.Fixed;

package body Ada.Strings.Bounded is
   package body Generic_Bounded_Length is
      function To_Bounded_String (Source : String; Drop : Truncation := Error) return Bounded_String is
         subtype One_Based is String (1 .. Source'Length);
         Text : constant String := One_Based (Source);
      begin
         if Text'Length <= Max_Length then
            return (Self => (Last => Text'Length, Text => Text));
         end if;
         case Drop is
            when Left =>
               return (Self => (Last => Max_Length, Text => Text (Text'Last - Max_Length + 1 .. Text'Last)));
            when Right =>
               return (Self => (Last => Max_Length, Text => Text (1 .. Max_Length)));
            when Error =>
               raise Length_Error;
         end case;
      end To_Bounded_String;

      procedure Set_Bounded_String
        (Target : out Bounded_String; Source : String; Drop : Truncation := Error) is
      begin
         Target := To_Bounded_String (Source, Drop);
      end Set_Bounded_String;

      function Append (Left, Right : Bounded_String; Drop : Truncation := Error) return Bounded_String is
        (To_Bounded_String (Left.Self.Text & Right.Self.Text, Drop));

      function Append (Left : Bounded_String; Right : String; Drop : Truncation := Error) return Bounded_String is
        (To_Bounded_String (Left.Self.Text & Right, Drop));

      function Append (Left : String; Right : Bounded_String; Drop : Truncation := Error) return Bounded_String is
        (To_Bounded_String (Left & Right.Self.Text, Drop));

      function Append (Left : Bounded_String; Right : Character; Drop : Truncation := Error) return Bounded_String is
        (To_Bounded_String (Left.Self.Text & Right, Drop));

      function Append (Left : Character; Right : Bounded_String; Drop : Truncation := Error) return Bounded_String is
        (To_Bounded_String (Left & Right.Self.Text, Drop));

      procedure Append (Source : in out Bounded_String; New_Item : Bounded_String; Drop : Truncation := Error) is
      begin
         Source := Append (Source, New_Item, Drop);
      end Append;

      procedure Append (Source : in out Bounded_String; New_Item : String; Drop : Truncation := Error) is
      begin
         Source := Append (Source, New_Item, Drop);
      end Append;

      procedure Append (Source : in out Bounded_String; New_Item : Character; Drop : Truncation := Error) is
      begin
         Source := Append (Source, New_Item, Drop);
      end Append;

      function "&" (Left, Right : Bounded_String) return Bounded_String is (Append (Left, Right));
      function "&" (Left : Bounded_String; Right : String) return Bounded_String is (Append (Left, Right));
      function "&" (Left : String; Right : Bounded_String) return Bounded_String is (Append (Left, Right));
      function "&" (Left : Bounded_String; Right : Character) return Bounded_String is (Append (Left, Right));
      function "&" (Left : Character; Right : Bounded_String) return Bounded_String is (Append (Left, Right));

      function Element (Source : Bounded_String; Index : Positive) return Character is
        (if Index <= Source.Self.Last then Source.Self.Text (Index) else raise Index_Error);

      procedure Replace_Element (Source : in out Bounded_String; Index : Positive; By : Character) is
      begin
         if Index > Source.Self.Last then
            raise Index_Error;
         end if;
         Source.Self.Text (Index) := By;
      end Replace_Element;

      function Slice (Source : Bounded_String; Low : Positive; High : Natural) return String is
        (if Low - 1 <= Source.Self.Last and then High <= Source.Self.Last then Source.Self.Text (Low .. High)
         else raise Index_Error);

      function Bounded_Slice (Source : Bounded_String; Low : Positive; High : Natural) return Bounded_String is
        (To_Bounded_String (Slice (Source, Low, High)));

      procedure Bounded_Slice
        (Source : Bounded_String; Target : out Bounded_String; Low : Positive; High : Natural) is
      begin
         Target := Bounded_Slice (Source, Low, High);
      end Bounded_Slice;

      function Index
        (Source : Bounded_String; Pattern : String; From : Positive; Going : Direction := Forward) return Natural is
        (Fixed.Index (Source.Self.Text, Pattern, From, Going));

      function Index (Source : Bounded_String; Pattern : String; Going : Direction := Forward) return Natural is
        (Fixed.Index (Source.Self.Text, Pattern, Going));

      function Index_Non_Blank
        (Source : Bounded_String; From : Positive; Going : Direction := Forward) return Natural is
        (Fixed.Index_Non_Blank (Source.Self.Text, From, Going));

      function Index_Non_Blank (Source : Bounded_String; Going : Direction := Forward) return Natural is
        (Fixed.Index_Non_Blank (Source.Self.Text, Going));

      function Count (Source : Bounded_String; Pattern : String) return Natural is
        (Fixed.Count (Source.Self.Text, Pattern));

      function Index
        (Source  : Bounded_String; Pattern : String; From : Positive; Going : Direction := Forward;
         Mapping : Maps.Character_Mapping) return Natural is
        (Fixed.Index (Source.Self.Text, Pattern, From, Going, Mapping));

      function Index
        (Source  : Bounded_String; Pattern : String; From : Positive; Going : Direction := Forward;
         Mapping : Maps.Character_Mapping_Function) return Natural is
        (Fixed.Index (Source.Self.Text, Pattern, From, Going, Mapping));

      function Index
        (Source  : Bounded_String; Pattern : String; Going : Direction := Forward;
         Mapping : Maps.Character_Mapping) return Natural is
        (Fixed.Index (Source.Self.Text, Pattern, Going, Mapping));

      function Index
        (Source  : Bounded_String; Pattern : String; Going : Direction := Forward;
         Mapping : Maps.Character_Mapping_Function) return Natural is
        (Fixed.Index (Source.Self.Text, Pattern, Going, Mapping));

      function Count
        (Source : Bounded_String; Pattern : String; Mapping : Maps.Character_Mapping) return Natural is
        (Fixed.Count (Source.Self.Text, Pattern, Mapping));

      function Count
        (Source : Bounded_String; Pattern : String; Mapping : Maps.Character_Mapping_Function) return Natural is
        (Fixed.Count (Source.Self.Text, Pattern, Mapping));

      function Index
        (Source : Bounded_String; Set : Maps.Character_Set; From : Positive; Test : Membership := Inside;
         Going  : Direction := Forward) return Natural is
        (Fixed.Index (Source.Self.Text, Set, From, Test, Going));

      function Index
        (Source : Bounded_String; Set : Maps.Character_Set; Test : Membership := Inside; Going : Direction := Forward)
         return Natural is
        (Fixed.Index (Source.Self.Text, Set, Test, Going));

      function Count (Source : Bounded_String; Set : Maps.Character_Set) return Natural is
        (Fixed.Count (Source.Self.Text, Set));

      procedure Find_Token
        (Source : Bounded_String; Set : Maps.Character_Set; From : Positive; Test : Membership; First : out Positive;
         Last   : out Natural) is
      begin
         Fixed.Find_Token (Source.Self.Text, Set, From, Test, First, Last);
      end Find_Token;

      procedure Find_Token
        (Source : Bounded_String; Set : Maps.Character_Set; Test : Membership; First : out Positive;
         Last   : out Natural) is
      begin
         Fixed.Find_Token (Source.Self.Text, Set, Test, First, Last);
      end Find_Token;

      function Translate
        (Source : Bounded_String; Mapping : Maps.Character_Mapping) return Bounded_String is
        (To_Bounded_String (Fixed.Translate (Source.Self.Text, Mapping)));

      procedure Translate (Source : in out Bounded_String; Mapping : Maps.Character_Mapping) is
      begin
         Source := Translate (Source, Mapping);
      end Translate;

      function Translate
        (Source : Bounded_String; Mapping : Maps.Character_Mapping_Function) return Bounded_String is
        (To_Bounded_String (Fixed.Translate (Source.Self.Text, Mapping)));

      procedure Translate (Source : in out Bounded_String; Mapping : Maps.Character_Mapping_Function) is
      begin
         Source := Translate (Source, Mapping);
      end Translate;

      function Replace_Slice
        (Source : Bounded_String; Low : Positive; High : Natural; By : String; Drop : Truncation := Error)
         return Bounded_String is
        (To_Bounded_String (Fixed.Replace_Slice (Source.Self.Text, Low, High, By), Drop));

      procedure Replace_Slice
        (Source : in out Bounded_String; Low : Positive; High : Natural; By : String; Drop : Truncation := Error) is
      begin
         Source := Replace_Slice (Source, Low, High, By, Drop);
      end Replace_Slice;

      function Insert
        (Source : Bounded_String; Before : Positive; New_Item : String; Drop : Truncation := Error)
         return Bounded_String is
        (To_Bounded_String (Fixed.Insert (Source.Self.Text, Before, New_Item), Drop));

      procedure Insert
        (Source : in out Bounded_String; Before : Positive; New_Item : String; Drop : Truncation := Error) is
      begin
         Source := Insert (Source, Before, New_Item, Drop);
      end Insert;

      function Overwrite
        (Source : Bounded_String; Position : Positive; New_Item : String; Drop : Truncation := Error)
         return Bounded_String is
        (To_Bounded_String (Fixed.Overwrite (Source.Self.Text, Position, New_Item), Drop));

      procedure Overwrite
        (Source : in out Bounded_String; Position : Positive; New_Item : String; Drop : Truncation := Error) is
      begin
         Source := Overwrite (Source, Position, New_Item, Drop);
      end Overwrite;

      --  As RM A.4.3 (86) has it: what there is of it.
      function Rest (Source : String; From : Positive; Through : Natural) return String is
        (if From <= Through and then From - 1 = Source'Last then Source
         else Fixed.Delete
                (Source, From, (if From > Source'Last then Through else Natural'Min (Through, Source'Last))));

      function Delete
        (Source : Bounded_String; From : Positive; Through : Natural) return Bounded_String is
        (To_Bounded_String (Rest (Source.Self.Text, From, Through)));

      procedure Delete (Source : in out Bounded_String; From : Positive; Through : Natural) is
      begin
         Source := Delete (Source, From, Through);
      end Delete;

      function Trim
        (Source : Bounded_String; Side : Trim_End) return Bounded_String is
        (To_Bounded_String (Fixed.Trim (Source.Self.Text, Side)));

      procedure Trim (Source : in out Bounded_String; Side : Trim_End) is
      begin
         Source := Trim (Source, Side);
      end Trim;

      function Trim
        (Source : Bounded_String; Left : Maps.Character_Set; Right : Maps.Character_Set) return Bounded_String is
        (To_Bounded_String (Fixed.Trim (Source.Self.Text, Left, Right)));

      procedure Trim (Source : in out Bounded_String; Left : Maps.Character_Set; Right : Maps.Character_Set) is
      begin
         Source := Trim (Source, Left, Right);
      end Trim;

      function Head
        (Source : Bounded_String; Count : Natural; Pad : Character := Space; Drop : Truncation := Error)
         return Bounded_String is
        (To_Bounded_String (Fixed.Head (Source.Self.Text, Count, Pad), Drop));

      procedure Head
        (Source : in out Bounded_String; Count : Natural; Pad : Character := Space; Drop : Truncation := Error) is
      begin
         Source := Head (Source, Count, Pad, Drop);
      end Head;

      function Tail
        (Source : Bounded_String; Count : Natural; Pad : Character := Space; Drop : Truncation := Error)
         return Bounded_String is
        (To_Bounded_String (Fixed.Tail (Source.Self.Text, Count, Pad), Drop));

      procedure Tail
        (Source : in out Bounded_String; Count : Natural; Pad : Character := Space; Drop : Truncation := Error) is
      begin
         Source := Tail (Source, Count, Pad, Drop);
      end Tail;

      function "*" (Left : Natural; Right : Character) return Bounded_String is (Replicate (Left, Right));
      function "*" (Left : Natural; Right : String) return Bounded_String is (Replicate (Left, Right));
      function "*" (Left : Natural; Right : Bounded_String) return Bounded_String is (Replicate (Left, Right));

      function Replicate (Count : Natural; Item : Character; Drop : Truncation := Error) return Bounded_String is
        (To_Bounded_String (Fixed."*" (Count, Item), Drop));

      function Replicate (Count : Natural; Item : String; Drop : Truncation := Error) return Bounded_String is
        (To_Bounded_String (Fixed."*" (Count, Item), Drop));

      function Replicate (Count : Natural; Item : Bounded_String; Drop : Truncation := Error) return Bounded_String is
        (To_Bounded_String (Fixed."*" (Count, Item.Self.Text), Drop));
   end Generic_Bounded_Length;
end Ada.Strings.Bounded;
