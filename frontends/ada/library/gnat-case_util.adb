package body GNAT.Case_Util is
   --  The letters of Latin-1 that have a counterpart lie 32 apart.
   function To_Upper (A : Character) return Character is
     (if A in 'a' .. 'z'
        or else Character'Pos (A) in 16#E0# .. 16#F6#
        or else Character'Pos (A) in 16#F8# .. 16#FE#
      then Character'Val (Character'Pos (A) - 32)
      else A);

   function To_Lower (A : Character) return Character is
     (if A in 'A' .. 'Z'
        or else Character'Pos (A) in 16#C0# .. 16#D6#
        or else Character'Pos (A) in 16#D8# .. 16#DE#
      then Character'Val (Character'Pos (A) + 32)
      else A);

   procedure To_Upper (A : in out String) is
      Former : constant String := A;
   begin
      for J in A'Range loop
         A (J) := To_Upper (A (J));
         pragma Loop_Invariant
           (for all K in A'Range => A (K) = (if K <= J then To_Upper (Former (K)) else Former (K)));
      end loop;
   end To_Upper;

   procedure To_Lower (A : in out String) is
      Former : constant String := A;
   begin
      for J in A'Range loop
         A (J) := To_Lower (A (J));
         pragma Loop_Invariant
           (for all K in A'Range => A (K) = (if K <= J then To_Lower (Former (K)) else Former (K)));
      end loop;
   end To_Lower;

   --  A letter is a capital where a word begins: at the start, and behind an underline.
   procedure To_Mixed (A : in out String) is
      Capital : Boolean := True;
   begin
      for J in A'Range loop
         A (J) := (if Capital then To_Upper (A (J)) else To_Lower (A (J)));
         Capital := A (J) = '_';
      end loop;
   end To_Mixed;

   function To_Upper (A : String) return String is
      Result : String := A;
   begin
      To_Upper (Result);
      return Result;
   end To_Upper;

   function To_Lower (A : String) return String is
      Result : String := A;
   begin
      To_Lower (Result);
      return Result;
   end To_Lower;

   function To_Mixed (A : String) return String is
      Result : String := A;
   begin
      To_Mixed (Result);
      return Result;
   end To_Mixed;
end GNAT.Case_Util;
