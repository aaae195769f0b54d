package body Ada.Strings.Fixed is
   --  The same characters from index 1 on.
   function From_One (Item : String) return String is
      subtype Result is String (1 .. Item'Length);
   begin
      return Result (Item);
   end From_One;

   function Occurs (Source, Pattern : String; At_Index : Positive) return Boolean is
     (Source'Last - At_Index >= Pattern'Length - 1
      and then (for all K in 1 .. Pattern'Length =>
                  Source (At_Index + (K - 1)) = Pattern (Pattern'First + (K - 1))));

   procedure Move
     (Source  : String;
      Target  : out String;
      Drop    : Truncation := Error;
      Justify : Alignment := Left;
      Pad     : Character := Space)
   is
      Text   : constant String := From_One (Source);
      Length : constant Natural := Target'Length;
      Excess : constant Integer := Text'Length - Length;
      Before : Natural;
   begin
      if Excess > 0 then
         if Drop = Left
           or else (Drop = Error
                    and then Justify = Right
                    and then (for all I in 1 .. Excess => Text (I) = Pad))
         then
            Target := Text (Excess + 1 .. Text'Length);
         elsif Drop = Right
           or else (Drop = Error
                    and then Justify = Left
                    and then (for all I in Length + 1 .. Text'Length => Text (I) = Pad))
         then
            Target := Text (1 .. Length);
         else
            raise Length_Error;
         end if;
      else
         Before := (case Justify is when Left => 0, when Right => -Excess, when Center => (-Excess) / 2);
         Target := [1 .. Before => Pad] & Text & [1 .. -Excess - Before => Pad];
      end if;
   end Move;

   function Index (Source : String; Pattern : String; Going : Direction := Forward) return Natural is
   begin
      if Pattern'Length = 0 then
         raise Pattern_Error;
      end if;
      if Pattern'Length > Source'Length then
         return 0;
      end if;
      if Going = Forward then
         for I in Source'First .. Source'Last - (Pattern'Length - 1) loop
            if Occurs (Source, Pattern, I) then
               return I;
            end if;
         end loop;
      else
         for I in reverse Source'First .. Source'Last - (Pattern'Length - 1) loop
            if Occurs (Source, Pattern, I) then
               return I;
            end if;
         end loop;
      end if;
      return 0;
   end Index;

   function Index (Source : String; Pattern : String; From : Positive; Going : Direction := Forward) return Natural is
   begin
      --  On the side to which the search goes GNAT takes the rest as empty, where RM A.4.3 (56.2) has Index_Error.
      if Source'Length = 0 then
         return 0;
      elsif (if Going = Forward then From < Source'First else From > Source'Last) then
         raise Index_Error;
      elsif Going = Forward then
         return Index (Source (From .. Source'Last), Pattern, Forward);
      else
         return Index (Source (Source'First .. From), Pattern, Backward);
      end if;
   end Index;

   function Index_Non_Blank (Source : String; Going : Direction := Forward) return Natural is
   begin
      if Going = Forward then
         for I in Source'Range loop
            if Source (I) /= Space then
               return I;
            end if;
         end loop;
      else
         for I in reverse Source'Range loop
            if Source (I) /= Space then
               return I;
            end if;
         end loop;
      end if;
      return 0;
   end Index_Non_Blank;

   function Index_Non_Blank (Source : String; From : Positive; Going : Direction := Forward) return Natural is
   begin
      if Source'Length = 0 then
         return 0;
      elsif (if Going = Forward then From < Source'First else From > Source'Last) then
         raise Index_Error;
      elsif Going = Forward then
         return Index_Non_Blank (Source (From .. Source'Last), Forward);
      else
         return Index_Non_Blank (Source (Source'First .. From), Backward);
      end if;
   end Index_Non_Blank;

   function Count (Source : String; Pattern : String) return Natural is
      Found : Natural := 0;
      Start : Natural := 1;
      Text  : constant String := From_One (Source);
   begin
      if Pattern'Length = 0 then
         raise Pattern_Error;
      end if;
      while Start <= Text'Length - (Pattern'Length - 1) loop
         if Occurs (Text, Pattern, Start) then
            Found := Found + 1;
            Start := Start + Pattern'Length;
         else
            Start := Start + 1;
         end if;
      end loop;
      return Found;
   end Count;

   --  What a mapping makes of a string, with the bounds of the string.
   function Mapped (Source : String; Mapping : Maps.Character_Mapping) return String is
     ([for I in Source'Range => Maps.Value (Mapping, Source (I))]);
   function Mapped (Source : String; Mapping : Maps.Character_Mapping_Function) return String is
      Result : String := Source;
   begin
      for I in Result'Range loop
         Result (I) := Mapping.all (Source (I));
      end loop;
      return Result;
   end Mapped;

   function Index
     (Source : String; Pattern : String; From : Positive; Going : Direction := Forward;
      Mapping : Maps.Character_Mapping) return Natural is
     (Index (Mapped (Source, Mapping), Pattern, From, Going));
   function Index
     (Source : String; Pattern : String; From : Positive; Going : Direction := Forward;
      Mapping : Maps.Character_Mapping_Function) return Natural is
     (Index (Mapped (Source, Mapping), Pattern, From, Going));
   function Index
     (Source : String; Pattern : String; Going : Direction := Forward; Mapping : Maps.Character_Mapping)
      return Natural is
     (Index (Mapped (Source, Mapping), Pattern, Going));
   function Index
     (Source : String; Pattern : String; Going : Direction := Forward; Mapping : Maps.Character_Mapping_Function)
      return Natural is
     (Index (Mapped (Source, Mapping), Pattern, Going));
   function Count (Source : String; Pattern : String; Mapping : Maps.Character_Mapping) return Natural is
     (Count (Mapped (Source, Mapping), Pattern));
   function Count (Source : String; Pattern : String; Mapping : Maps.Character_Mapping_Function) return Natural is
     (Count (Mapped (Source, Mapping), Pattern));

   function Fits (Item : Character; Set : Maps.Character_Set; Test : Membership) return Boolean is
     (Maps.Is_In (Item, Set) = (Test = Inside));

   function Index
     (Source : String; Set : Maps.Character_Set; Test : Membership := Inside; Going : Direction := Forward)
      return Natural is
   begin
      if Going = Forward then
         for I in Source'Range loop
            if Fits (Source (I), Set, Test) then
               return I;
            end if;
         end loop;
      else
         for I in reverse Source'Range loop
            if Fits (Source (I), Set, Test) then
               return I;
            end if;
         end loop;
      end if;
      return 0;
   end Index;

   function Index
     (Source : String; Set : Maps.Character_Set; From : Positive; Test : Membership := Inside;
      Going : Direction := Forward) return Natural is
   begin
      if Source'Length = 0 then
         return 0;
      elsif (if Going = Forward then From < Source'First else From > Source'Last) then
         raise Index_Error;
      elsif Going = Forward then
         return Index (Source (From .. Source'Last), Set, Test, Forward);
      else
         return Index (Source (Source'First .. From), Set, Test, Backward);
      end if;
   end Index;

   function Count (Source : String; Set : Maps.Character_Set) return Natural is
      Found : Natural := 0;
   begin
      for I in Source'Range loop
         if Maps.Is_In (Source (I), Set) then
            Found := Found + 1;
         end if;
      end loop;
      return Found;
   end Count;

   procedure Find_Token
     (Source : String; Set : Maps.Character_Set; From : Positive; Test : Membership; First : out Positive;
      Last   : out Natural) is
   begin
      if Source'Length /= 0 and then From not in Source'Range then
         raise Index_Error;
      end if;
      First := From;
      Last := 0;
      for I in Positive'Max (From, Source'First) .. Source'Last loop
         if Fits (Source (I), Set, Test) then
            if Last = 0 then
               First := I;
            end if;
            Last := I;
         elsif Last > 0 then
            return;
         end if;
      end loop;
   end Find_Token;

   procedure Find_Token
     (Source : String; Set : Maps.Character_Set; Test : Membership; First : out Positive; Last : out Natural) is
   begin
      Find_Token (Source, Set, Source'First, Test, First, Last);
   end Find_Token;

   function Translate (Source : String; Mapping : Maps.Character_Mapping) return String is
     (From_One (Mapped (Source, Mapping)));
   procedure Translate (Source : in out String; Mapping : Maps.Character_Mapping) is
   begin
      Source := Mapped (Source, Mapping);
   end Translate;
   function Translate (Source : String; Mapping : Maps.Character_Mapping_Function) return String is
     (From_One (Mapped (Source, Mapping)));
   procedure Translate (Source : in out String; Mapping : Maps.Character_Mapping_Function) is
   begin
      Source := Mapped (Source, Mapping);
   end Translate;

   function Replace_Slice (Source : String; Low : Positive; High : Natural; By : String) return String is
   begin
      if Low - 1 > Source'Last or else High < Source'First - 1 then
         raise Index_Error;
      elsif High < Low then
         return Insert (Source, Low, By);
      elsif High >= Source'Last then
         return From_One (Source (Source'First .. Low - 1) & By);
      else
         return From_One (Source (Source'First .. Low - 1) & By & Source (High + 1 .. Source'Last));
      end if;
   end Replace_Slice;

   procedure Replace_Slice
     (Source  : in out String;
      Low     : Positive;
      High    : Natural;
      By      : String;
      Drop    : Truncation := Error;
      Justify : Alignment := Left;
      Pad     : Character := Space) is
   begin
      Move (Replace_Slice (Source, Low, High, By), Source, Drop, Justify, Pad);
   end Replace_Slice;

   function Insert (Source : String; Before : Positive; New_Item : String) return String is
   begin
      if Before - 1 not in Source'First - 1 .. Source'Last then
         raise Index_Error;
      end if;
      return From_One (Source (Source'First .. Before - 1) & New_Item & Source (Before .. Source'Last));
   end Insert;

   procedure Insert
     (Source : in out String; Before : Positive; New_Item : String; Drop : Truncation := Error) is
   begin
      Move (Insert (Source, Before, New_Item), Source, Drop);
   end Insert;

   function Overwrite (Source : String; Position : Positive; New_Item : String) return String is
   begin
      if Position - 1 not in Source'First - 1 .. Source'Last then
         raise Index_Error;
      elsif New_Item'Length > Source'Last - (Position - 1) then
         return From_One (Source (Source'First .. Position - 1) & New_Item);
      else
         return From_One
           (Source (Source'First .. Position - 1) & New_Item & Source (Position + New_Item'Length .. Source'Last));
      end if;
   end Overwrite;

   procedure Overwrite
     (Source : in out String; Position : Positive; New_Item : String; Drop : Truncation := Right) is
   begin
      Move (Overwrite (Source, Position, New_Item), Source, Drop);
   end Overwrite;

   function Delete (Source : String; From : Positive; Through : Natural) return String is
   begin
      if From > Through then
         return From_One (Source);
      elsif From - 1 = Source'Last and then From = Through then
         return Source;
      elsif From not in Source'Range or else Through > Source'Last then
         --  RM A.4.3 (86) deletes what there is; GNAT does not.
         raise Index_Error;
      else
         return Replace_Slice (Source, From, Through, "");
      end if;
   end Delete;

   procedure Delete
     (Source  : in out String;
      From    : Positive;
      Through : Natural;
      Justify : Alignment := Left;
      Pad     : Character := Space) is
   begin
      Move (Delete (Source, From, Through), Source, Error, Justify, Pad);
   end Delete;

   function Trim (Source : String; Side : Trim_End) return String is
      Low  : constant Natural := Index_Non_Blank (Source, Forward);
      High : constant Natural := Index_Non_Blank (Source, Backward);
   begin
      if Low = 0 then
         return "";
      end if;
      return From_One
        (Source ((if Side = Right then Source'First else Low) .. (if Side = Left then Source'Last else High)));
   end Trim;

   procedure Trim
     (Source : in out String; Side : Trim_End; Justify : Alignment := Left; Pad : Character := Space) is
   begin
      Move (Trim (Source, Side), Source, Error, Justify, Pad);
   end Trim;

   function Trim (Source : String; Left : Maps.Character_Set; Right : Maps.Character_Set) return String is
      Low  : constant Natural := Index (Source, Left, Outside, Forward);
      High : constant Natural := Index (Source, Right, Outside, Backward);
   begin
      if Low = 0 or else High < Low then
         return "";
      end if;
      return From_One (Source (Low .. High));
   end Trim;

   procedure Trim
     (Source  : in out String;
      Left    : Maps.Character_Set;
      Right   : Maps.Character_Set;
      Justify : Alignment := Strings.Left;
      Pad     : Character := Space) is
   begin
      Move (Trim (Source, Left, Right), Source, Error, Justify, Pad);
   end Trim;

   function Head (Source : String; Count : Natural; Pad : Character := Space) return String is
     (if Count <= Source'Length then From_One (Source (Source'First .. Source'First - 1 + Count))
      else From_One (Source & [1 .. Count - Source'Length => Pad]));

   procedure Head
     (Source : in out String; Count : Natural; Justify : Alignment := Left; Pad : Character := Space) is
   begin
      Move (Head (Source, Count, Pad), Source, Error, Justify, Pad);
   end Head;

   function Tail (Source : String; Count : Natural; Pad : Character := Space) return String is
     (if Count = 0 then ""
      elsif Count <= Source'Length then From_One (Source (Source'Last - Count + 1 .. Source'Last))
      else From_One ([1 .. Count - Source'Length => Pad] & Source));

   procedure Tail
     (Source : in out String; Count : Natural; Justify : Alignment := Left; Pad : Character := Space) is
   begin
      Move (Tail (Source, Count, Pad), Source, Error, Justify, Pad);
   end Tail;
end Ada.Strings.Fixed;
