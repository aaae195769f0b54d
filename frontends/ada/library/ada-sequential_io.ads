with Ada.IO_Exceptions;

--  RM A.8.1: files have any contents, at each look other ones.
generic
   type Element_Type (<>) is private;
package Ada.Sequential_IO is
   type File_Type is limited private;
   type File_Mode is (In_File, Out_File, Append_File);

   procedure Create
     (File : in out File_Type; Mode : File_Mode := Out_File; Name : String := ""; Form : String := "") with Import;
   procedure Open (File : in out File_Type; Mode : File_Mode; Name : String; Form : String := "") with Import;
   procedure Close (File : in out File_Type) with Import;
   procedure Delete (File : in out File_Type) with Import;
   procedure Reset (File : in out File_Type; Mode : File_Mode) with Import;
   procedure Reset (File : in out File_Type) with Import;
   function Mode (File : File_Type) return File_Mode with Import;
   function Name (File : File_Type) return String with
     Import, Post => Name'Result'First = 1 and then Name'Result'Last in 0 .. 100_000;
   function Form (File : File_Type) return String with
     Import, Post => Form'Result'First = 1 and then Form'Result'Last in 0 .. 100_000;
   function Is_Open (File : File_Type) return Boolean with Import, Exceptional_Cases => (others => False);
   procedure Flush (File : File_Type) with Import;
   function End_Of_File (File : File_Type) return Boolean with Import;

   procedure Read (File : File_Type; Item : out Element_Type) with Import;
   procedure Write (File : File_Type; Item : Element_Type) with Import;

   Status_Error : exception renames Ada.IO_Exceptions.Status_Error;
   Mode_Error   : exception renames Ada.IO_Exceptions.Mode_Error;
   Name_Error   : exception renames Ada.IO_Exceptions.Name_Error;
   Use_Error    : exception renames Ada.IO_Exceptions.Use_Error;
   Device_Error : exception renames Ada.IO_Exceptions.Device_Error;
   End_Error    : exception renames Ada.IO_Exceptions.End_Error;
   Data_Error   : exception renames Ada.IO_Exceptions.Data_Error;
private
   type File_Type is limited null record;
end Ada.Sequential_IO;
