--  RM B.3.1 but for updates and access values to arrays: pointers into storage of which nothing is known, another text
--  at each look.
package Interfaces.C.Strings is
   type chars_ptr is private;
   type chars_ptr_array is array (size_t range <>) of aliased chars_ptr;
   Null_Ptr : constant chars_ptr;

   Dereference_Error : exception;

   function New_Char_Array (Chars : char_array) return chars_ptr;
   function New_String (Str : String) return chars_ptr;
   procedure Free (Item : in out chars_ptr);

   function Value (Item : chars_ptr) return char_array;
   function Value (Item : chars_ptr; Length : size_t) return char_array;
   function Value (Item : chars_ptr) return String;
   function Value (Item : chars_ptr; Length : size_t) return String;
   function Strlen (Item : chars_ptr) return size_t;
private
   type chars_ptr is mod 2 ** 64;
   Null_Ptr : constant chars_ptr := 0;

   function Any_Place return chars_ptr with
     Import, Post => Any_Place'Result /= Null_Ptr, Exceptional_Cases => (others => False);
   function Any_Chars return char_array with
     Import,
     Post => Any_Chars'Result'First = 0 and then Any_Chars'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Any_Text return String with
     Import,
     Post => Any_Text'Result'First = 1 and then Any_Text'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Any_Length return size_t with
     Import, Post => Any_Length'Result <= 100_000, Exceptional_Cases => (others => False);
end Interfaces.C.Strings;
