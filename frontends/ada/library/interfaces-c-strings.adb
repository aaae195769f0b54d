package body Interfaces.C.Strings is
   function New_Char_Array (Chars : char_array) return chars_ptr is (Any_Place);
   function New_String (Str : String) return chars_ptr is (Any_Place);

   procedure Free (Item : in out chars_ptr) is
   begin
      Item := Null_Ptr;
   end Free;

   --  A null pointer has no text.
   procedure Check (Item : chars_ptr) is
   begin
      if Item = Null_Ptr then
         raise Dereference_Error;
      end if;
   end Check;

   function Value (Item : chars_ptr) return char_array is
   begin
      Check (Item);
      return Any_Chars;
   end Value;

   function Value (Item : chars_ptr; Length : size_t) return char_array is
   begin
      Check (Item);
      if Length = 0 then
         raise Constraint_Error;
      end if;
      return Result : constant char_array := Any_Chars do
         pragma Assume (Result'Length <= Length);
      end return;
   end Value;

   function Value (Item : chars_ptr) return String is
   begin
      Check (Item);
      return Any_Text;
   end Value;

   function Value (Item : chars_ptr; Length : size_t) return String is
   begin
      Check (Item);
      return Result : constant String := Any_Text do
         pragma Assume (Result'Length <= Length);
      end return;
   end Value;

   function Strlen (Item : chars_ptr) return size_t is
   begin
      Check (Item);
      return Any_Length;
   end Strlen;
end Interfaces.C.Strings;
