with GNAT.OS_Lib;

--  GNAT RM 12, GNAT.Directory_Operations: whatever the system has of files, and other ones at each look.
--  Parts of a path have the indices that they have there.
package GNAT.Directory_Operations is
   subtype Dir_Name_Str is String;
   type Dir_Type is limited private;
   Directory_Error : exception;
   Dir_Separator : constant Character := GNAT.OS_Lib.Directory_Separator;

   procedure Change_Dir (Dir_Name : Dir_Name_Str) with Import;
   procedure Make_Dir (Dir_Name : Dir_Name_Str) with Import;
   procedure Remove_Dir (Dir_Name : Dir_Name_Str; Recursive : Boolean := False) with Import;
   function Get_Current_Dir return Dir_Name_Str with
     Import, Post => Get_Current_Dir'Result'First = 1 and then Get_Current_Dir'Result'Last in 0 .. 100_000;
   procedure Get_Current_Dir (Dir : out Dir_Name_Str; Last : out Natural) with
     Import, Post => Last <= Dir'Last and then Last >= Dir'First - 1;

   subtype Path_Name is String;
   function Dir_Name (Path : Path_Name) return Dir_Name_Str with
     Import, Post => Dir_Name'Result'Length <= 100_000 and then Dir_Name'Result'First >= 1;
   function Base_Name (Path : Path_Name; Suffix : String := "") return String with
     Import, Post => Base_Name'Result'Length <= 100_000 and then Base_Name'Result'First >= 1;
   function File_Extension (Path : Path_Name) return String with
     Import, Post => File_Extension'Result'Length <= 100_000 and then File_Extension'Result'First >= 1;
   function File_Name (Path : Path_Name) return String with
     Import, Post => File_Name'Result'Length <= 100_000 and then File_Name'Result'First >= 1;

   type Path_Style is (UNIX, DOS, System_Default);
   function Format_Pathname (Path : Path_Name; Style : Path_Style := System_Default) return Path_Name with
     Import, Post => Format_Pathname'Result'Length <= 100_000 and then Format_Pathname'Result'First >= 1;
   type Environment_Style is (UNIX, DOS, Both, System_Default);
   function Expand_Path (Path : Path_Name; Mode : Environment_Style := System_Default) return Path_Name with
     Import, Post => Expand_Path'Result'Length <= 100_000 and then Expand_Path'Result'First >= 1;

   procedure Open (Dir : out Dir_Type; Dir_Name : Dir_Name_Str) with Import;
   procedure Close (Dir : in out Dir_Type) with Import;
   function Is_Open (Dir : Dir_Type) return Boolean with Import, Exceptional_Cases => (others => False);
   procedure Read (Dir : Dir_Type; Str : out String; Last : out Natural) with
     Import, Post => Last <= Str'Last and then (Last = 0 or else Last >= Str'First);
   function Read_Is_Thread_Safe return Boolean with Import, Exceptional_Cases => (others => False);
private
   type Dir_Type is limited null record;
end GNAT.Directory_Operations;
