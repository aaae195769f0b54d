--  Sets and mappings of characters, and what Ada.Strings.Fixed does with them, as GNAT has it beside the texts of the
--  tool's own library.
with Ada.Characters.Handling;
with Ada.Strings; use Ada.Strings;
with Ada.Strings.Equal_Case_Insensitive;
with Ada.Strings.Fixed;
with Ada.Strings.Less_Case_Insensitive;
with Ada.Strings.Maps.Constants;
with Own_Equal_Case_Insensitive;
with Own_Fixed;
with Own_Handling;
with Own_Less_Case_Insensitive;
with Own_Maps.Constants;
with Ada.Exceptions; use Ada.Exceptions;
with Ada.Numerics.Discrete_Random;
with Ada.Text_IO;
procedure Drive_Sets is
   subtype Number is Integer range 0 .. 999;
   package Random is new Ada.Numerics.Discrete_Random (Number);
   G : Random.Generator;
   function Below (N : Positive) return Natural is (Random.Random (G) mod N);
   Letters : constant String := "  aab*";

   function Any_String (Most : Natural; First : Positive) return String is
      S : String (First .. First - 1 + Below (Most + 1));
   begin
      for C of S loop
         C := Letters (1 + Below (6));
      end loop;
      return S;
   end Any_String;

   Wrong, Tried : Natural := 0;

   type Operation is
     (Op_Set, Op_Span, Op_Ranges, Op_Not, Op_And, Op_Or, Op_Xor, Op_Minus, Op_Compare, Op_Mapping, Op_Constants,
      Op_Index_Mapped, Op_Index_From_Mapped, Op_Index_Function, Op_Index_From_Function, Op_Count_Mapped,
      Op_Count_Function, Op_Index_Set, Op_Index_From_Set, Op_Count_Set, Op_Token, Op_Token_From, Op_Translate,
      Op_Translate_In, Op_Translate_Function, Op_Translate_Function_In, Op_Trim_Sets, Op_Trim_Sets_In);

   type Case_Of is record
      N, M : Positive;
      D    : Direction;
      Mem  : Membership;
      J    : Alignment;
      C    : Character;
   end record;

   function Other (From : Character) return Character is
     (case From is when 'a' => 'b', when '*' => ' ', when others => From);

   --OPERATIONS of GNAT
   package Maps_Theirs renames Ada.Strings.Maps;
   package Constants_Theirs renames Ada.Strings.Maps.Constants;
   package Handling_Theirs renames Ada.Characters.Handling;
   package Fixed_Theirs renames Ada.Strings.Fixed;
   function Equal_Theirs (Left, Right : String) return Boolean renames Ada.Strings.Equal_Case_Insensitive;
   function Less_Theirs (Left, Right : String) return Boolean renames Ada.Strings.Less_Case_Insensitive;
   function Theirs (Op : Operation; S, P : String; K : Case_Of) return String is
      use Maps_Theirs, Constants_Theirs, Handling_Theirs, Fixed_Theirs;
      A : constant Character_Set := To_Set (S);
      B : constant Character_Set := To_Set (P);
      Mapping : constant Character_Mapping := To_Mapping ("a*", "b ");
      X : String := S;
      function Seen (Y : String) return String is
        ('"' & Y & '"' & Y'First'Image & Y'Last'Image);
      function Seen (Set : Character_Set) return String is
         R : constant Character_Ranges := To_Ranges (Set);
         T : constant String := To_Sequence (Set);
         F : String (1 .. R'Length * 2);
      begin
         for I in R'Range loop
            F (2 * I - 1) := R (I).Low;
            F (2 * I) := R (I).High;
         end loop;
         return Seen (F) & Seen (T) & R'First'Image & R'Last'Image;
      end Seen;
   begin
      case Op is
         when Op_Set => return Seen (A) & Seen (To_Set (K.C)) & Is_In (K.C, A)'Image;
         when Op_Span => return Seen (To_Set (Character_Range'(Character'Val (K.M * 20), Character'Val (K.N * 20))));
         when Op_Ranges =>
            return Seen
              (To_Set (Character_Ranges'(('a', K.C), ('b', 'd'), (Character'Val (K.N), Character'Val (K.M)))));
         when Op_Not => return Seen (not A);
         when Op_And => return Seen (A and B);
         when Op_Or => return Seen (A or B);
         when Op_Xor => return Seen (A xor B);
         when Op_Minus => return Seen (A - B);
         when Op_Compare =>
            return Boolean'Image (A = B) & Boolean'Image (A <= B) & Boolean'Image (Is_Subset (B, A))
              & Boolean'Image (A = Null_Set) & Equal_Theirs (S, P)'Image & Less_Theirs (S, P)'Image
              & Equal_Theirs (To_Upper (S), S)'Image & Less_Theirs (To_Upper (S), P)'Image;
         when Op_Mapping =>
            declare
               Map : constant Character_Mapping := To_Mapping (S, P);
            begin
               return Seen (To_Domain (Map)) & Seen (To_Range (Map)) & Value (Map, K.C) & Value (Identity, K.C);
            end;
         when Op_Constants =>
            declare
               T : String (1 .. 256);
            begin
               for I in T'Range loop
                  T (I) := Character'Val (I - 1);
               end loop;
               return Seen (Control_Set) & Seen (Graphic_Set) & Seen (Letter_Set) & Seen (Lower_Set) & Seen (Upper_Set)
                 & Seen (Basic_Set) & Seen (Decimal_Digit_Set) & Seen (Hexadecimal_Digit_Set)
                 & Seen (Alphanumeric_Set) & Seen (Special_Set) & Seen (ISO_646_Set)
                 & Seen (To_Range (Lower_Case_Map)) & Seen (To_Range (Upper_Case_Map)) & Seen (To_Range (Basic_Map))
                 & Seen (To_Basic (T)) & Seen (To_ISO_646 (T, '?')) & Seen (To_Lower (T)) & Seen (To_Upper (T));
            end;
         when Op_Index_Mapped => return Index (S, P, K.D, Mapping)'Image;
         when Op_Index_From_Mapped => return Index (S, P, K.N, K.D, Mapping)'Image;
         when Op_Index_Function => return Index (S, P, K.D, Other'Unrestricted_Access)'Image;
         when Op_Index_From_Function => return Index (S, P, K.N, K.D, Other'Unrestricted_Access)'Image;
         when Op_Count_Mapped => return Count (S, P, Mapping)'Image;
         when Op_Count_Function => return Count (S, P, Other'Unrestricted_Access)'Image;
         when Op_Index_Set => return Index (S, B, K.Mem, K.D)'Image;
         when Op_Index_From_Set => return Index (S, B, K.N, K.Mem, K.D)'Image;
         when Op_Count_Set => return Count (S, B)'Image;
         when Op_Token | Op_Token_From =>
            declare
               First : Positive;
               Last  : Natural;
            begin
               if Op = Op_Token then
                  Find_Token (S, B, K.Mem, First, Last);
               else
                  Find_Token (S, B, K.N, K.Mem, First, Last);
               end if;
               return First'Image & Last'Image;
            end;
         when Op_Translate => return Seen (Translate (S, Mapping));
         when Op_Translate_In => Translate (X, Mapping);
         when Op_Translate_Function => return Seen (Translate (S, Other'Unrestricted_Access));
         when Op_Translate_Function_In => Translate (X, Other'Unrestricted_Access);
         when Op_Trim_Sets => return Seen (Trim (S, To_Set (K.C), B));
         when Op_Trim_Sets_In => Trim (X, To_Set (K.C), B, K.J, K.C);
      end case;
      return Seen (X);
   exception
      when Z : others => return Exception_Name (Z);
   end Theirs;
   --END
begin
   Random.Reset (G, 1);
   for I in 1 .. 4_000 loop
      declare
         S : constant String := Any_String (6, 1 + Below (3));
         P : constant String := Any_String (3, 1 + Below (3));
         K : constant Case_Of :=
           (1 + Below (9), 1 + Below (9), Direction'Val (Below (2)), Membership'Val (Below (2)),
            Alignment'Val (Below (3)), (if Below (2) = 0 then ' ' else '*'));
      begin
         for Op in Operation loop
            Tried := Tried + 1;
            if Theirs (Op, S, P, K) /= Ours (Op, S, P, K) then
               Wrong := Wrong + 1;
               if Wrong < 30 then
                  Ada.Text_IO.Put_Line
                    (Op'Image & " """ & S & """ """ & P & """" & K'Image & ": " & Theirs (Op, S, P, K) & " and "
                     & Ours (Op, S, P, K));
               end if;
            end if;
         end loop;
      end;
   end loop;
   Ada.Text_IO.Put_Line ("done," & Wrong'Image & " of" & Tried'Image & " differ");
end Drive_Sets;
