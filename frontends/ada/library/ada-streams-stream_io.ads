with Ada.IO_Exceptions;

--  RM A.12.1: files have any contents, at each look other ones. Access values to their streams are not here.
package Ada.Streams.Stream_IO is
   type File_Type is limited private;
   type File_Mode is (In_File, Out_File, Append_File);
   type Count is range 0 .. Stream_Element_Offset'Last;
   subtype Positive_Count is Count range 1 .. Count'Last;

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
   function End_Of_File (File : File_Type) return Boolean with Import;

   procedure Read
     (File : File_Type; Item : out Stream_Element_Array; Last : out Stream_Element_Offset; From : Positive_Count)
   with Import, Post => Last <= Item'Last and then Last >= Item'First - 1;
   procedure Read (File : File_Type; Item : out Stream_Element_Array; Last : out Stream_Element_Offset) with
     Import, Post => Last <= Item'Last and then Last >= Item'First - 1;
   procedure Write (File : File_Type; Item : Stream_Element_Array; To : Positive_Count) with Import;
   procedure Write (File : File_Type; Item : Stream_Element_Array) with Import;

   procedure Set_Index (File : File_Type; To : Positive_Count) with Import;
   function Index (File : File_Type) return Positive_Count with Import;
   function Size (File : File_Type) return Count with Import;
   procedure Set_Mode (File : in out File_Type; Mode : File_Mode) with Import;
   procedure Flush (File : File_Type) with Import;

   Status_Error : exception renames Ada.IO_Exceptions.Status_Error;
   Mode_Error   : exception renames Ada.IO_Exceptions.Mode_Error;
   Name_Error   : exception renames Ada.IO_Exceptions.Name_Error;
   Use_Error    : exception renames Ada.IO_Exceptions.Use_Error;
   Device_Error : exception renames Ada.IO_Exceptions.Device_Error;
   End_Error    : exception renames Ada.IO_Exceptions.End_Error;
   Data_Error   : exception renames Ada.IO_Exceptions.Data_Error;
private
   type File_Type is limited null record;
end Ada.Streams.Stream_IO;
