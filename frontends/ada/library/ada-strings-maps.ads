--  RM A.4.2: a set says of each character whether it is in it, and a mapping what it becomes. The constants are
--  functions, so that a program that does not name them has no such values.
package Ada.Strings.Maps with Pure is
   type Character_Set is private;
   function Null_Set return Character_Set;

   type Character_Range is record
      Low  : Character;
      High : Character;
   end record;
   type Character_Ranges is array (Positive range <>) of Character_Range;

   function To_Set (Ranges : Character_Ranges) return Character_Set;
   function To_Set (Span : Character_Range) return Character_Set;
   function To_Ranges (Set : Character_Set) return Character_Ranges;

   function "=" (Left, Right : Character_Set) return Boolean;
   function "not" (Right : Character_Set) return Character_Set;
   function "and" (Left, Right : Character_Set) return Character_Set;
   function "or" (Left, Right : Character_Set) return Character_Set;
   function "xor" (Left, Right : Character_Set) return Character_Set;
   function "-" (Left, Right : Character_Set) return Character_Set;

   function Is_In (Element : Character; Set : Character_Set) return Boolean;
   function Is_Subset (Elements : Character_Set; Set : Character_Set) return Boolean;
   function "<=" (Left : Character_Set; Right : Character_Set) return Boolean renames Is_Subset;

   subtype Character_Sequence is String;
   function To_Set (Sequence : Character_Sequence) return Character_Set;
   function To_Set (Singleton : Character) return Character_Set;
   function To_Sequence (Set : Character_Set) return Character_Sequence;

   type Character_Mapping is private;
   function Value (Map : Character_Mapping; Element : Character) return Character;
   function Identity return Character_Mapping;
   function To_Mapping (From, To : Character_Sequence) return Character_Mapping;
   function To_Domain (Map : Character_Mapping) return Character_Sequence;
   function To_Range (Map : Character_Mapping) return Character_Sequence;

   type Character_Mapping_Function is access function (From : Character) return Character;
private
   type Character_Set is array (Character) of Boolean;
   --  How much further it is to what a character becomes, round by round.
   type Character_Mapping is array (Character) of Natural range 0 .. 255;

   function Null_Set return Character_Set is ([others => False]);
   function Identity return Character_Mapping is ([others => 0]);
   function Shift (From, To : Character) return Natural is ((Character'Pos (To) - Character'Pos (From)) mod 256);

   function To_Set (Ranges : Character_Ranges) return Character_Set is
     ([for C in Character => (for some I in Ranges'Range => C in Ranges (I).Low .. Ranges (I).High)]);
   function To_Set (Span : Character_Range) return Character_Set is
     ([for C in Character => C in Span.Low .. Span.High]);
   function To_Set (Sequence : Character_Sequence) return Character_Set is
     ([for C in Character => (for some I in Sequence'Range => Sequence (I) = C)]);
   function To_Set (Singleton : Character) return Character_Set is ([for C in Character => C = Singleton]);

   function "=" (Left, Right : Character_Set) return Boolean is (for all C in Character => Left (C) = Right (C));
   function "not" (Right : Character_Set) return Character_Set is ([for C in Character => not Right (C)]);
   function "and" (Left, Right : Character_Set) return Character_Set is
     ([for C in Character => Left (C) and Right (C)]);
   function "or" (Left, Right : Character_Set) return Character_Set is
     ([for C in Character => Left (C) or Right (C)]);
   function "xor" (Left, Right : Character_Set) return Character_Set is
     ([for C in Character => Left (C) xor Right (C)]);
   function "-" (Left, Right : Character_Set) return Character_Set is
     ([for C in Character => Left (C) and not Right (C)]);

   function Is_In (Element : Character; Set : Character_Set) return Boolean is (Set (Element));
   function Is_Subset (Elements : Character_Set; Set : Character_Set) return Boolean is
     (for all C in Character => Set (C) or not Elements (C));
   function Value (Map : Character_Mapping; Element : Character) return Character is
     (Character'Val ((Character'Pos (Element) + Map (Element)) mod 256));
end Ada.Strings.Maps;
