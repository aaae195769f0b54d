with Ada.Calendar;
with Ada.IO_Exceptions;

--  RM A.16: whatever the system has of files, and other ones at each look.
package Ada.Directories is
   Status_Error : exception renames Ada.IO_Exceptions.Status_Error;
   Name_Error   : exception renames Ada.IO_Exceptions.Name_Error;
   Use_Error    : exception renames Ada.IO_Exceptions.Use_Error;
   Device_Error : exception renames Ada.IO_Exceptions.Device_Error;

   function Current_Directory return String with
     Import, Post => Current_Directory'Result'First = 1 and then Current_Directory'Result'Last in 0 .. 100_000;
   procedure Set_Directory (Directory : String) with Import;
   procedure Create_Directory (New_Directory : String; Form : String := "") with Import;
   procedure Delete_Directory (Directory : String) with Import;
   procedure Create_Path (New_Directory : String; Form : String := "") with Import;
   procedure Delete_Tree (Directory : String) with Import;
   procedure Delete_File (Name : String) with Import;
   procedure Rename (Old_Name, New_Name : String) with Import;
   procedure Copy_File (Source_Name, Target_Name : String; Form : String := "") with Import;

   type Name_Case_Kind is (Unknown, Case_Sensitive, Case_Insensitive, Case_Preserving);

   function Full_Name (Name : String) return String with
     Import, Post => Full_Name'Result'First = 1 and then Full_Name'Result'Last in 0 .. 100_000;
   function Simple_Name (Name : String) return String with
     Import, Post => Simple_Name'Result'First = 1 and then Simple_Name'Result'Last in 0 .. 100_000;
   function Containing_Directory (Name : String) return String with
     Import, Post => Containing_Directory'Result'First = 1 and then Containing_Directory'Result'Last in 0 .. 100_000;
   function Extension (Name : String) return String with
     Import, Post => Extension'Result'First = 1 and then Extension'Result'Last in 0 .. 100_000;
   function Base_Name (Name : String) return String with
     Import, Post => Base_Name'Result'First = 1 and then Base_Name'Result'Last in 0 .. 100_000;
   function Compose (Containing_Directory : String := ""; Name : String; Extension : String := "") return String with
     Import, Post => Compose'Result'First = 1 and then Compose'Result'Last in 0 .. 100_000;
   function Name_Case_Equivalence (Name : String) return Name_Case_Kind with Import;

   type File_Kind is (Directory, Ordinary_File, Special_File);
   type File_Size is range 0 .. Long_Long_Integer'Last;

   function Exists (Name : String) return Boolean with Import;
   function Kind (Name : String) return File_Kind with Import;
   function Size (Name : String) return File_Size with Import;
   function Modification_Time (Name : String) return Ada.Calendar.Time with Import;

   type Directory_Entry_Type is limited private;
   type Filter_Type is array (File_Kind) of Boolean;
   type Search_Type is limited private;

   procedure Start_Search
     (Search    : in out Search_Type;
      Directory : String;
      Pattern   : String;
      Filter    : Filter_Type := [others => True])
   with Import;
   procedure End_Search (Search : in out Search_Type) with Import;
   function More_Entries (Search : Search_Type) return Boolean with Import;
   procedure Get_Next_Entry (Search : in out Search_Type; Directory_Entry : out Directory_Entry_Type) with Import;

   function Simple_Name (Directory_Entry : Directory_Entry_Type) return String with
     Import, Post => Simple_Name'Result'First = 1 and then Simple_Name'Result'Last in 0 .. 100_000;
   function Full_Name (Directory_Entry : Directory_Entry_Type) return String with
     Import, Post => Full_Name'Result'First = 1 and then Full_Name'Result'Last in 0 .. 100_000;
   function Kind (Directory_Entry : Directory_Entry_Type) return File_Kind with Import;
   function Size (Directory_Entry : Directory_Entry_Type) return File_Size with Import;
   function Modification_Time (Directory_Entry : Directory_Entry_Type) return Ada.Calendar.Time with Import;
private
   type Directory_Entry_Type is limited null record;
   type Search_Type is limited null record;
end Ada.Directories;
