with Ada.Unchecked_Deallocation;

--  GNAT RM 12, GNAT.Strings.
package GNAT.Strings is
   type String_Access is access all String;
   procedure Free is new Ada.Unchecked_Deallocation (Object => String, Name => String_Access);

   type String_List is array (Positive range <>) of String_Access;
   type String_List_Access is access all String_List;
   procedure Free (Arg : in out String_List_Access);
end GNAT.Strings;
