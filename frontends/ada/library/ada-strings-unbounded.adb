with Ada.Strings.Fixed;

package body Ada.Strings.Unbounded is
   function To_Unbounded_String (Source : String) return Unbounded_String is
      subtype One_Based is String (1 .. Source'Length);
   begin
      return (Self => (Last => Source'Length, Text => One_Based (Source)));
   end To_Unbounded_String;

   function To_Unbounded_String (Length : Natural) return Unbounded_String is
      Made : Content (Length);
   begin
      return (Self => Made);
   end To_Unbounded_String;

   procedure Set_Unbounded_String (Target : out Unbounded_String; Source : String) is
   begin
      Target := To_Unbounded_String (Source);
   end Set_Unbounded_String;

   procedure Append (Source : in out Unbounded_String; New_Item : Unbounded_String) is
   begin
      Source := To_Unbounded_String (Source.Self.Text & New_Item.Self.Text);
   end Append;

   procedure Append (Source : in out Unbounded_String; New_Item : String) is
   begin
      Source := To_Unbounded_String (Source.Self.Text & New_Item);
   end Append;

   procedure Append (Source : in out Unbounded_String; New_Item : Character) is
   begin
      Source := To_Unbounded_String (Source.Self.Text & New_Item);
   end Append;

   function "&" (Left, Right : Unbounded_String) return Unbounded_String is
     (To_Unbounded_String (Left.Self.Text & Right.Self.Text));

   function "&" (Left : Unbounded_String; Right : String) return Unbounded_String is
     (To_Unbounded_String (Left.Self.Text & Right));

   function "&" (Left : String; Right : Unbounded_String) return Unbounded_String is
     (To_Unbounded_String (Left & Right.Self.Text));

   function "&" (Left : Unbounded_String; Right : Character) return Unbounded_String is
     (To_Unbounded_String (Left.Self.Text & Right));

   function "&" (Left : Character; Right : Unbounded_String) return Unbounded_String is
     (To_Unbounded_String (Left & Right.Self.Text));

   function Element (Source : Unbounded_String; Index : Positive) return Character is
     (if Index <= Source.Self.Last then Source.Self.Text (Index) else raise Index_Error);

   procedure Replace_Element (Source : in out Unbounded_String; Index : Positive; By : Character) is
   begin
      if Index > Source.Self.Last then
         raise Index_Error;
      end if;
      Source.Self.Text (Index) := By;
   end Replace_Element;

   function Slice (Source : Unbounded_String; Low : Positive; High : Natural) return String is
     (if Low - 1 <= Source.Self.Last and then High <= Source.Self.Last then Source.Self.Text (Low .. High)
      else raise Index_Error);

   function Unbounded_Slice (Source : Unbounded_String; Low : Positive; High : Natural) return Unbounded_String is
     (To_Unbounded_String (Slice (Source, Low, High)));

   procedure Unbounded_Slice
     (Source : Unbounded_String; Target : out Unbounded_String; Low : Positive; High : Natural) is
   begin
      Target := To_Unbounded_String (Slice (Source, Low, High));
   end Unbounded_Slice;

   function Index
     (Source : Unbounded_String; Pattern : String; From : Positive; Going : Direction := Forward) return Natural is
     (Fixed.Index (Source.Self.Text, Pattern, From, Going));

   function Index (Source : Unbounded_String; Pattern : String; Going : Direction := Forward) return Natural is
     (Fixed.Index (Source.Self.Text, Pattern, Going));

   function Index_Non_Blank
     (Source : Unbounded_String; From : Positive; Going : Direction := Forward) return Natural is
     (Fixed.Index_Non_Blank (Source.Self.Text, From, Going));

   function Index_Non_Blank (Source : Unbounded_String; Going : Direction := Forward) return Natural is
     (Fixed.Index_Non_Blank (Source.Self.Text, Going));

   function Count (Source : Unbounded_String; Pattern : String) return Natural is
     (Fixed.Count (Source.Self.Text, Pattern));

   function Index
     (Source  : Unbounded_String; Pattern : String; From : Positive; Going : Direction := Forward;
      Mapping : Maps.Character_Mapping) return Natural is
     (Fixed.Index (Source.Self.Text, Pattern, From, Going, Mapping));

   function Index
     (Source  : Unbounded_String; Pattern : String; From : Positive; Going : Direction := Forward;
      Mapping : Maps.Character_Mapping_Function) return Natural is
     (Fixed.Index (Source.Self.Text, Pattern, From, Going, Mapping));

   function Index
     (Source  : Unbounded_String; Pattern : String; Going : Direction := Forward;
      Mapping : Maps.Character_Mapping) return Natural is
     (Fixed.Index (Source.Self.Text, Pattern, Going, Mapping));

   function Index
     (Source  : Unbounded_String; Pattern : String; Going : Direction := Forward;
      Mapping : Maps.Character_Mapping_Function) return Natural is
     (Fixed.Index (Source.Self.Text, Pattern, Going, Mapping));

   function Count
     (Source : Unbounded_String; Pattern : String; Mapping : Maps.Character_Mapping) return Natural is
     (Fixed.Count (Source.Self.Text, Pattern, Mapping));

   function Count
     (Source : Unbounded_String; Pattern : String; Mapping : Maps.Character_Mapping_Function) return Natural is
     (Fixed.Count (Source.Self.Text, Pattern, Mapping));

   function Index
     (Source : Unbounded_String; Set : Maps.Character_Set; From : Positive; Test : Membership := Inside;
      Going  : Direction := Forward) return Natural is
     (Fixed.Index (Source.Self.Text, Set, From, Test, Going));

   function Index
     (Source : Unbounded_String; Set : Maps.Character_Set; Test : Membership := Inside; Going : Direction := Forward)
      return Natural is
     (Fixed.Index (Source.Self.Text, Set, Test, Going));

   function Count (Source : Unbounded_String; Set : Maps.Character_Set) return Natural is
     (Fixed.Count (Source.Self.Text, Set));

   procedure Find_Token
     (Source : Unbounded_String; Set : Maps.Character_Set; From : Positive; Test : Membership; First : out Positive;
      Last   : out Natural) is
   begin
      --  Behind the end GNAT finds nothing, where RM A.4.3 (67) has Index_Error.
      if From > Source.Self.Last then
         First := From;
         Last := 0;
      else
         Fixed.Find_Token (Source.Self.Text, Set, From, Test, First, Last);
      end if;
   end Find_Token;

   procedure Find_Token
     (Source : Unbounded_String; Set : Maps.Character_Set; Test : Membership; First : out Positive;
      Last   : out Natural) is
   begin
      Fixed.Find_Token (Source.Self.Text, Set, Test, First, Last);
   end Find_Token;

   function Translate
     (Source : Unbounded_String; Mapping : Maps.Character_Mapping) return Unbounded_String is
     (To_Unbounded_String (Fixed.Translate (Source.Self.Text, Mapping)));

   procedure Translate (Source : in out Unbounded_String; Mapping : Maps.Character_Mapping) is
   begin
      Source := Translate (Source, Mapping);
   end Translate;

   function Translate
     (Source : Unbounded_String; Mapping : Maps.Character_Mapping_Function) return Unbounded_String is
     (To_Unbounded_String (Fixed.Translate (Source.Self.Text, Mapping)));

   procedure Translate (Source : in out Unbounded_String; Mapping : Maps.Character_Mapping_Function) is
   begin
      Source := Translate (Source, Mapping);
   end Translate;

   function Replace_Slice
     (Source : Unbounded_String; Low : Positive; High : Natural; By : String) return Unbounded_String is
     (To_Unbounded_String (Fixed.Replace_Slice (Source.Self.Text, Low, High, By)));

   procedure Replace_Slice (Source : in out Unbounded_String; Low : Positive; High : Natural; By : String) is
   begin
      Source := To_Unbounded_String (Fixed.Replace_Slice (Source.Self.Text, Low, High, By));
   end Replace_Slice;

   function Insert (Source : Unbounded_String; Before : Positive; New_Item : String) return Unbounded_String is
     (To_Unbounded_String (Fixed.Insert (Source.Self.Text, Before, New_Item)));

   procedure Insert (Source : in out Unbounded_String; Before : Positive; New_Item : String) is
   begin
      Source := To_Unbounded_String (Fixed.Insert (Source.Self.Text, Before, New_Item));
   end Insert;

   function Overwrite (Source : Unbounded_String; Position : Positive; New_Item : String) return Unbounded_String is
     (To_Unbounded_String (Fixed.Overwrite (Source.Self.Text, Position, New_Item)));

   procedure Overwrite (Source : in out Unbounded_String; Position : Positive; New_Item : String) is
   begin
      Source := To_Unbounded_String (Fixed.Overwrite (Source.Self.Text, Position, New_Item));
   end Overwrite;

   function Rest (Source : String; From : Positive; Through : Natural) return String is
     (if From <= Through and then From - 1 = Source'Last then raise Index_Error
      else Fixed.Delete (Source, From, Through));

   function Delete (Source : Unbounded_String; From : Positive; Through : Natural) return Unbounded_String is
     (To_Unbounded_String (Rest (Source.Self.Text, From, Through)));

   procedure Delete (Source : in out Unbounded_String; From : Positive; Through : Natural) is
   begin
      Source := To_Unbounded_String (Rest (Source.Self.Text, From, Through));
   end Delete;

   function Trim (Source : Unbounded_String; Side : Trim_End) return Unbounded_String is
     (To_Unbounded_String (Fixed.Trim (Source.Self.Text, Side)));

   procedure Trim (Source : in out Unbounded_String; Side : Trim_End) is
   begin
      Source := To_Unbounded_String (Fixed.Trim (Source.Self.Text, Side));
   end Trim;

   function Trim
     (Source : Unbounded_String; Left : Maps.Character_Set; Right : Maps.Character_Set) return Unbounded_String is
     (To_Unbounded_String (Fixed.Trim (Source.Self.Text, Left, Right)));

   procedure Trim (Source : in out Unbounded_String; Left : Maps.Character_Set; Right : Maps.Character_Set) is
   begin
      Source := Trim (Source, Left, Right);
   end Trim;

   function Head (Source : Unbounded_String; Count : Natural; Pad : Character := Space) return Unbounded_String is
     (To_Unbounded_String (Fixed.Head (Source.Self.Text, Count, Pad)));

   procedure Head (Source : in out Unbounded_String; Count : Natural; Pad : Character := Space) is
   begin
      Source := To_Unbounded_String (Fixed.Head (Source.Self.Text, Count, Pad));
   end Head;

   function Tail (Source : Unbounded_String; Count : Natural; Pad : Character := Space) return Unbounded_String is
     (To_Unbounded_String (Fixed.Tail (Source.Self.Text, Count, Pad)));

   procedure Tail (Source : in out Unbounded_String; Count : Natural; Pad : Character := Space) is
   begin
      Source := To_Unbounded_String (Fixed.Tail (Source.Self.Text, Count, Pad));
   end Tail;

   function "*" (Left : Natural; Right : Character) return Unbounded_String is
     (To_Unbounded_String (Fixed."*" (Left, Right)));

   function "*" (Left : Natural; Right : String) return Unbounded_String is
     (To_Unbounded_String (Fixed."*" (Left, Right)));

   function "*" (Left : Natural; Right : Unbounded_String) return Unbounded_String is
     (To_Unbounded_String (Fixed."*" (Left, Right.Self.Text)));
end Ada.Strings.Unbounded;
