with Ada.Strings.Unbounded;

--  RM A.10.12: any lines.
package Ada.Text_IO.Unbounded_IO is
   procedure Put (File : File_Type; Item : Ada.Strings.Unbounded.Unbounded_String) with Import;
   procedure Put (Item : Ada.Strings.Unbounded.Unbounded_String) with Import;
   procedure Put_Line (File : File_Type; Item : Ada.Strings.Unbounded.Unbounded_String) with Import;
   procedure Put_Line (Item : Ada.Strings.Unbounded.Unbounded_String) with Import;
   function Get_Line (File : File_Type) return Ada.Strings.Unbounded.Unbounded_String with
     Import, Post => Ada.Strings.Unbounded.Length (Get_Line'Result) <= 100_000;
   function Get_Line return Ada.Strings.Unbounded.Unbounded_String with
     Import, Post => Ada.Strings.Unbounded.Length (Get_Line'Result) <= 100_000;
   procedure Get_Line (File : File_Type; Item : out Ada.Strings.Unbounded.Unbounded_String) with
     Import, Post => Ada.Strings.Unbounded.Length (Item) <= 100_000;
   procedure Get_Line (Item : out Ada.Strings.Unbounded.Unbounded_String) with
     Import, Post => Ada.Strings.Unbounded.Length (Item) <= 100_000;
end Ada.Text_IO.Unbounded_IO;
