--  RM B.3 but for wide characters, with types as GNAT has them on x86-64.
package Interfaces.C with Pure is
   CHAR_BIT  : constant := 8;
   SCHAR_MIN : constant := -128;
   SCHAR_MAX : constant := 127;
   UCHAR_MAX : constant := 255;

   type int is new Integer;
   type short is new Short_Integer;
   type long is range -(2 ** 63) .. 2 ** 63 - 1;
   type long_long is new Long_Long_Integer;
   type signed_char is range SCHAR_MIN .. SCHAR_MAX;
   for signed_char'Size use CHAR_BIT;

   type unsigned is mod 2 ** 32;
   type unsigned_short is mod 2 ** 16;
   type unsigned_long is mod 2 ** 64;
   type unsigned_long_long is mod 2 ** 64;
   type unsigned_char is mod UCHAR_MAX + 1;
   for unsigned_char'Size use CHAR_BIT;
   subtype plain_char is unsigned_char;

   type ptrdiff_t is range -(2 ** 63) .. 2 ** 63 - 1;
   type size_t is mod 2 ** 64;
   type C_bool is new Boolean;
   type C_float is new Float;
   type double is new Long_Float;

   type char is new Character;
   nul : constant char := char'First;
   function To_C (Item : Character) return char is (char (Item));
   function To_Ada (Item : char) return Character is (Character (Item));
   type char_array is array (size_t range <>) of aliased char;

   Terminator_Error : exception;

   function Is_Nul_Terminated (Item : char_array) return Boolean;
   function To_C (Item : String; Append_Nul : Boolean := True) return char_array;
   function To_Ada (Item : char_array; Trim_Nul : Boolean := True) return String;
   procedure To_C (Item : String; Target : out char_array; Count : out size_t; Append_Nul : Boolean := True);
   procedure To_Ada (Item : char_array; Target : out String; Count : out Natural; Trim_Nul : Boolean := True);
end Interfaces.C;
