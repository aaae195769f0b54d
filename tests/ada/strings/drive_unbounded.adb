--  Ada.Strings.Unbounded as GNAT has it beside the text of the tool's own library, on many short strings.
with Ada.Strings; use Ada.Strings;
with Ada.Strings.Maps; use Ada.Strings.Maps;
with Ada.Strings.Unbounded;
with Own_Unbounded;
with Ada.Exceptions; use Ada.Exceptions;
with Ada.Numerics.Discrete_Random;
with Ada.Text_IO;
procedure Drive_Unbounded is
   package F renames Ada.Strings.Unbounded;
   package O renames Own_Unbounded;
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
     (Op_Append, Op_Append_String, Op_Append_Character, Op_Join, Op_Join_String, Op_String_Join, Op_Join_Character,
      Op_Character_Join, Op_Element, Op_Replace_Element, Op_Slice, Op_Unbounded_Slice, Op_Compare, Op_Index,
      Op_Index_From, Op_Non_Blank, Op_Non_Blank_From, Op_Count, Op_Replace_Slice, Op_Replace_Slice_In, Op_Insert,
      Op_Insert_In, Op_Overwrite, Op_Overwrite_In, Op_Delete, Op_Delete_In, Op_Trim, Op_Trim_In, Op_Head, Op_Head_In,
      Op_Tail, Op_Tail_In, Op_Times, Op_Times_String, Op_Times_Character, Op_Set,
      Op_Index_Mapped, Op_Index_From_Mapped, Op_Index_Function, Op_Index_From_Function, Op_Count_Mapped,
      Op_Count_Function,
      Op_Index_Set, Op_Index_From_Set, Op_Count_Set, Op_Token, Op_Token_From, Op_Translate, Op_Translate_In,
      Op_Translate_Function, Op_Translate_Function_In, Op_Trim_Sets, Op_Trim_Sets_In);

   type Case_Of is record
      N, M : Natural;
      D    : Direction;
      E    : Trim_End;
      C    : Character;
      Set  : Character_Set;
      Mem  : Membership;
   end record;

   function Other (From : Character) return Character is
     (case From is when 'a' => 'b', when '*' => ' ', when others => From);
   Mapping : constant Character_Mapping := To_Mapping ("a*", "b ");

   --OPERATIONS of F
   function Theirs (Op : Operation; S, P : String; K : Case_Of) return String is
      use F;
      X : Unbounded_String := To_Unbounded_String (S);
      Y : constant Unbounded_String := To_Unbounded_String (P);
      function Seen (Z : Unbounded_String) return String is ('"' & To_String (Z) & '"' & Length (Z)'Image);
   begin
      case Op is
         when Op_Append => Append (X, Y);
         when Op_Append_String => Append (X, P);
         when Op_Append_Character => Append (X, K.C);
         when Op_Join => return Seen (X & Y);
         when Op_Join_String => return Seen (X & P);
         when Op_String_Join => return Seen (P & X);
         when Op_Join_Character => return Seen (X & K.C);
         when Op_Character_Join => return Seen (K.C & X);
         when Op_Element => return "" & Element (X, K.N);
         when Op_Replace_Element => Replace_Element (X, K.N, K.C);
         when Op_Slice => return Slice (X, K.N, K.M);
         when Op_Unbounded_Slice => return Seen (Unbounded_Slice (X, K.N, K.M));
         when Op_Compare =>
            return Boolean'Image (X = Y) & Boolean'Image (X = P) & Boolean'Image (P = X) & Boolean'Image (X < Y)
              & Boolean'Image (X <= P) & Boolean'Image (P > X) & Boolean'Image (X >= Y) & Boolean'Image (X > P);
         when Op_Index => return Index (X, P, K.D)'Image;
         when Op_Index_From => return Index (X, P, K.N, K.D)'Image;
         when Op_Non_Blank => return Index_Non_Blank (X, K.D)'Image;
         when Op_Non_Blank_From => return Index_Non_Blank (X, K.N, K.D)'Image;
         when Op_Count => return Count (X, P)'Image;
         when Op_Replace_Slice => return Seen (Replace_Slice (X, K.N, K.M, P));
         when Op_Replace_Slice_In => Replace_Slice (X, K.N, K.M, P);
         when Op_Insert => return Seen (Insert (X, K.N, P));
         when Op_Insert_In => Insert (X, K.N, P);
         when Op_Overwrite => return Seen (Overwrite (X, K.N, P));
         when Op_Overwrite_In => Overwrite (X, K.N, P);
         when Op_Delete => return Seen (Delete (X, K.N, K.M));
         when Op_Delete_In => Delete (X, K.N, K.M);
         when Op_Trim => return Seen (Trim (X, K.E));
         when Op_Trim_In => Trim (X, K.E);
         when Op_Head => return Seen (Head (X, K.M, K.C));
         when Op_Head_In => Head (X, K.M, K.C);
         when Op_Tail => return Seen (Tail (X, K.M, K.C));
         when Op_Tail_In => Tail (X, K.M, K.C);
         when Op_Times => return Seen (K.M * Y);
         when Op_Times_String => return Seen (K.M * P);
         when Op_Times_Character => return Seen (K.M * K.C);
         when Op_Set => Set_Unbounded_String (X, P);
         when Op_Index_Mapped => return Index (X, P, K.D, Mapping)'Image;
         when Op_Index_From_Mapped => return Index (X, P, K.N, K.D, Mapping)'Image;
         when Op_Index_Function => return Index (X, P, K.D, Other'Unrestricted_Access)'Image;
         when Op_Index_From_Function => return Index (X, P, K.N, K.D, Other'Unrestricted_Access)'Image;
         when Op_Count_Mapped => return Count (X, P, Mapping)'Image;
         when Op_Count_Function => return Count (X, P, Other'Unrestricted_Access)'Image;
         when Op_Index_Set => return Index (X, K.Set, K.Mem, K.D)'Image;
         when Op_Index_From_Set => return Index (X, K.Set, K.N, K.Mem, K.D)'Image;
         when Op_Count_Set => return Count (X, K.Set)'Image;
         when Op_Token | Op_Token_From =>
            declare
               First : Positive;
               Last  : Natural;
            begin
               if Op = Op_Token then
                  Find_Token (X, K.Set, K.Mem, First, Last);
               else
                  Find_Token (X, K.Set, K.N, K.Mem, First, Last);
               end if;
               return First'Image & Last'Image;
            end;
         when Op_Translate => return Seen (Translate (X, Mapping));
         when Op_Translate_In => Translate (X, Mapping);
         when Op_Translate_Function => return Seen (Translate (X, Other'Unrestricted_Access));
         when Op_Translate_Function_In => Translate (X, Other'Unrestricted_Access);
         when Op_Trim_Sets => return Seen (Trim (X, K.Set, To_Set (P)));
         when Op_Trim_Sets_In => Trim (X, K.Set, To_Set (P));
      end case;
      return Seen (X);
   exception
      when Z : others => return Exception_Name (Z);
   end Theirs;
   --END
begin
   Random.Reset (G, 1);
   for I in 1 .. 20_000 loop
      declare
         S : constant String := Any_String (6, 1 + Below (3));
         P : constant String := Any_String (3, 1 + Below (3));
         K : constant Case_Of :=
           (1 + Below (9), Below (9), Direction'Val (Below (2)), Trim_End'Val (Below (3)),
            (if Below (2) = 0 then ' ' else '*'), To_Set (Any_String (2, 1)), Membership'Val (Below (2)));
      begin
         for Op in Operation loop
            Tried := Tried + 1;
            if Theirs (Op, S, P, K) /= Ours (Op, S, P, K) then
               Wrong := Wrong + 1;
               if Wrong < 30 then
                  Ada.Text_IO.Put_Line
                    (Op'Image & " """ & S & """ """ & P & """" & K.N'Image & K.M'Image & ' ' & K.D'Image & ' '
                     & K.E'Image
                     & ' ' & K.C & " {" & To_Sequence (K.Set) & "} " & K.Mem'Image & ": " & Theirs (Op, S, P, K)
                     & " and "
                     & Ours (Op, S, P, K));
               end if;
            end if;
         end loop;
      end;
   end loop;
   Ada.Text_IO.Put_Line ("done," & Wrong'Image & " of" & Tried'Image & " differ");
end Drive_Unbounded;
