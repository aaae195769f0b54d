with Ada.Text_IO;

--  GNAT RM 12, Ada.Strings.Unbounded.Text_IO: any lines.
package Ada.Strings.Unbounded.Text_IO is
   function Get_Line return Unbounded_String with Import, Post => Length (Get_Line'Result) <= 100_000;
   function Get_Line (File : Ada.Text_IO.File_Type) return Unbounded_String with
     Import, Post => Length (Get_Line'Result) <= 100_000;
   procedure Get_Line (Item : out Unbounded_String) with Import, Post => Length (Item) <= 100_000;
   procedure Get_Line (File : Ada.Text_IO.File_Type; Item : out Unbounded_String) with
     Import, Post => Length (Item) <= 100_000;
   procedure Put (U : Unbounded_String) with Import;
   procedure Put (File : Ada.Text_IO.File_Type; U : Unbounded_String) with Import;
   procedure Put_Line (U : Unbounded_String) with Import;
   procedure Put_Line (File : Ada.Text_IO.File_Type; U : Unbounded_String) with Import;
end Ada.Strings.Unbounded.Text_IO;
