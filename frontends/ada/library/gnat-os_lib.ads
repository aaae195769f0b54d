with GNAT.Strings;

--  GNAT RM 12, GNAT.OS_Lib: whatever the system has of files and processes, and other ones at each look. What gives or
--  takes addresses of texts is not here.
package GNAT.OS_Lib is
   subtype String_Access is GNAT.Strings.String_Access;
   procedure Free (X : in out GNAT.Strings.String_Access) renames GNAT.Strings.Free;
   subtype String_List is GNAT.Strings.String_List;
   subtype String_List_Access is GNAT.Strings.String_List_Access;
   procedure Free (Arg : in out GNAT.Strings.String_List_Access) renames GNAT.Strings.Free;

   type OS_Time is private;
   Invalid_Time : constant OS_Time;

   subtype Year_Type   is Integer range 1900 .. 2099;
   subtype Month_Type  is Integer range 1 .. 12;
   subtype Day_Type    is Integer range 1 .. 31;
   subtype Hour_Type   is Integer range 0 .. 23;
   subtype Minute_Type is Integer range 0 .. 59;
   subtype Second_Type is Integer range 0 .. 59;

   function Current_Time return OS_Time with Import, Exceptional_Cases => (others => False);
   function Current_Process_Id return Integer with Import, Exceptional_Cases => (others => False);
   function Current_Time_String return String with
     Import,
     Post => Current_Time_String'Result'First = 1 and then Current_Time_String'Result'Last = 19,
     Exceptional_Cases => (others => False);

   function GM_Year   (Date : OS_Time) return Year_Type with Import, Exceptional_Cases => (others => False);
   function GM_Month  (Date : OS_Time) return Month_Type with Import, Exceptional_Cases => (others => False);
   function GM_Day    (Date : OS_Time) return Day_Type with Import, Exceptional_Cases => (others => False);
   function GM_Hour   (Date : OS_Time) return Hour_Type with Import, Exceptional_Cases => (others => False);
   function GM_Minute (Date : OS_Time) return Minute_Type with Import, Exceptional_Cases => (others => False);
   function GM_Second (Date : OS_Time) return Second_Type with Import, Exceptional_Cases => (others => False);
   procedure GM_Split
     (Date   : OS_Time;
      Year   : out Year_Type;
      Month  : out Month_Type;
      Day    : out Day_Type;
      Hour   : out Hour_Type;
      Minute : out Minute_Type;
      Second : out Second_Type)
   with Import, Exceptional_Cases => (others => False);
   function GM_Time_Of
     (Year   : Year_Type;
      Month  : Month_Type;
      Day    : Day_Type;
      Hour   : Hour_Type;
      Minute : Minute_Type;
      Second : Second_Type) return OS_Time
   with Import, Exceptional_Cases => (others => False);

   function "<"  (X, Y : OS_Time) return Boolean;
   function ">"  (X, Y : OS_Time) return Boolean;
   function "<=" (X, Y : OS_Time) return Boolean;
   function ">=" (X, Y : OS_Time) return Boolean;

   type File_Descriptor is new Integer;
   Standin    : constant File_Descriptor := 0;
   Standout   : constant File_Descriptor := 1;
   Standerr   : constant File_Descriptor := 2;
   Invalid_FD : constant File_Descriptor := -1;

   type Mode is (Binary, Text);
   type Copy_Mode is (Copy, Overwrite, Append);
   type Attribute is (Time_Stamps, Full, None);

   Temp_File_Len : constant Integer := 12;
   subtype Temp_File_Name is String (1 .. Temp_File_Len);

   function Open_Read (Name : String; Fmode : Mode) return File_Descriptor with
     Import, Post => Open_Read'Result >= -1, Exceptional_Cases => (others => False);
   function Open_Read_Write (Name : String; Fmode : Mode) return File_Descriptor with
     Import, Post => Open_Read_Write'Result >= -1, Exceptional_Cases => (others => False);
   function Open_Append (Name : String; Fmode : Mode) return File_Descriptor with
     Import, Post => Open_Append'Result >= -1, Exceptional_Cases => (others => False);
   function Create_File (Name : String; Fmode : Mode) return File_Descriptor with
     Import, Post => Create_File'Result >= -1, Exceptional_Cases => (others => False);
   function Create_Output_Text_File (Name : String) return File_Descriptor with
     Import, Post => Create_Output_Text_File'Result >= -1, Exceptional_Cases => (others => False);
   function Create_New_File (Name : String; Fmode : Mode) return File_Descriptor with
     Import, Post => Create_New_File'Result >= -1, Exceptional_Cases => (others => False);
   procedure Create_Temp_File (FD : out File_Descriptor; Name : out Temp_File_Name) with
     Import, Post => FD >= -1, Exceptional_Cases => (others => False);
   procedure Create_Temp_File (FD : out File_Descriptor; Name : out String_Access);
   procedure Create_Temp_Output_File (FD : out File_Descriptor; Name : out String_Access);
   procedure Close (FD : File_Descriptor; Status : out Boolean) with Import, Exceptional_Cases => (others => False);
   procedure Close (FD : File_Descriptor) with Import, Exceptional_Cases => (others => False);

   type Large_File_Size is range -2 ** 63 .. 2 ** 63 - 1;
   function File_Length (FD : File_Descriptor) return Long_Integer with
     Import, Exceptional_Cases => (others => False);
   function File_Length64 (FD : File_Descriptor) return Large_File_Size with
     Import, Exceptional_Cases => (others => False);
   function File_Time_Stamp (Name : String) return OS_Time with Import, Exceptional_Cases => (others => False);
   function File_Time_Stamp (FD : File_Descriptor) return OS_Time with Import, Exceptional_Cases => (others => False);
   procedure Set_File_Last_Modify_Time_Stamp (Name : String; Time : OS_Time) with
     Import, Exceptional_Cases => (others => False);
   procedure Lseek (FD : File_Descriptor; offset : Long_Integer; origin : Integer) with
     Import, Exceptional_Cases => (others => False);
   Seek_Cur : constant := 1;
   Seek_End : constant := 2;
   Seek_Set : constant := 0;

   procedure Delete_File (Name : String; Success : out Boolean) with Import, Exceptional_Cases => (others => False);
   procedure Rename_File (Old_Name : String; New_Name : String; Success : out Boolean) with
     Import, Exceptional_Cases => (others => False);
   procedure Copy_File
     (Name     : String;
      Pathname : String;
      Success  : out Boolean;
      Mode     : Copy_Mode := Copy;
      Preserve : Attribute := Time_Stamps)
   with Import, Exceptional_Cases => (others => False);
   procedure Copy_Time_Stamps (Source, Dest : String; Success : out Boolean) with
     Import, Exceptional_Cases => (others => False);
   procedure Copy_File_Attributes
     (From             : String;
      To               : String;
      Success          : out Boolean;
      Copy_Timestamp   : Boolean := True;
      Copy_Permissions : Boolean := True)
   with Import, Exceptional_Cases => (others => False);

   function Is_Absolute_Path    (Name : String) return Boolean with Import, Exceptional_Cases => (others => False);
   function Is_Directory        (Name : String) return Boolean with Import, Exceptional_Cases => (others => False);
   function Is_Regular_File     (Name : String) return Boolean with Import, Exceptional_Cases => (others => False);
   function Is_Symbolic_Link    (Name : String) return Boolean with Import, Exceptional_Cases => (others => False);
   function Is_Readable_File    (Name : String) return Boolean with Import, Exceptional_Cases => (others => False);
   function Is_Read_Accessible_File (Name : String) return Boolean with
     Import, Exceptional_Cases => (others => False);
   function Is_Writable_File    (Name : String) return Boolean with Import, Exceptional_Cases => (others => False);
   function Is_Write_Accessible_File (Name : String) return Boolean with
     Import, Exceptional_Cases => (others => False);
   function Is_Executable_File  (Name : String) return Boolean with Import, Exceptional_Cases => (others => False);
   function Is_Owner_Readable_File (Name : String) return Boolean with
     Import, Exceptional_Cases => (others => False);
   function Is_Owner_Writable_File (Name : String) return Boolean with
     Import, Exceptional_Cases => (others => False);

   S_Owner  : constant := 1;
   S_Group  : constant := 2;
   S_Others : constant := 4;
   procedure Set_Writable     (Name : String) with Import, Exceptional_Cases => (others => False);
   procedure Set_Non_Writable (Name : String) with Import, Exceptional_Cases => (others => False);
   procedure Set_Readable     (Name : String) with Import, Exceptional_Cases => (others => False);
   procedure Set_Non_Readable (Name : String) with Import, Exceptional_Cases => (others => False);
   procedure Set_Executable (Name : String; Mode : Positive := S_Owner) with
     Import, Exceptional_Cases => (others => False);
   procedure Set_Close_On_Exec (FD : File_Descriptor; Close_On_Exec : Boolean; Status : out Boolean) with
     Import, Exceptional_Cases => (others => False);

   function Normalize_Pathname
     (Name           : String;
      Directory      : String  := "";
      Resolve_Links  : Boolean := True;
      Case_Sensitive : Boolean := True) return String
   with
     Import,
     Post => Normalize_Pathname'Result'First = 1 and then Normalize_Pathname'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Locate_Exec_On_Path (Exec_Name : String) return String_Access;
   function Locate_Regular_File (File_Name : String; Path : String) return String_Access;
   function Get_Executable_Suffix return String_Access;
   function Get_Object_Suffix return String_Access;
   function Get_Debuggable_Suffix return String_Access;
   function Getenv (Name : String) return String_Access;
   procedure Setenv (Name : String; Value : String) with Import, Exceptional_Cases => (others => False);

   subtype Argument_List is String_List;
   subtype Argument_List_Access is String_List_Access;

   procedure Spawn (Program_Name : String; Args : Argument_List; Success : out Boolean) with
     Import, Exceptional_Cases => (others => False);
   function Spawn (Program_Name : String; Args : Argument_List) return Integer with
     Import, Exceptional_Cases => (others => False);
   procedure Spawn
     (Program_Name           : String;
      Args                   : Argument_List;
      Output_File_Descriptor : File_Descriptor;
      Return_Code            : out Integer;
      Err_To_Out             : Boolean := True)
   with Import, Exceptional_Cases => (others => False);
   procedure Spawn
     (Program_Name : String;
      Args         : Argument_List;
      Output_File  : String;
      Success      : out Boolean;
      Return_Code  : out Integer;
      Err_To_Out   : Boolean := True)
   with Import, Exceptional_Cases => (others => False);

   type Process_Id is private;
   Invalid_Pid : constant Process_Id;
   function Non_Blocking_Spawn (Program_Name : String; Args : Argument_List) return Process_Id with
     Import, Exceptional_Cases => (others => False);
   function Non_Blocking_Spawn
     (Program_Name           : String;
      Args                   : Argument_List;
      Output_File_Descriptor : File_Descriptor;
      Err_To_Out             : Boolean := True) return Process_Id
   with Import, Exceptional_Cases => (others => False);
   function Non_Blocking_Spawn
     (Program_Name : String;
      Args         : Argument_List;
      Output_File  : String;
      Err_To_Out   : Boolean := True) return Process_Id
   with Import, Exceptional_Cases => (others => False);
   procedure Wait_Process (Pid : out Process_Id; Success : out Boolean) with
     Import, Exceptional_Cases => (others => False);
   procedure Non_Blocking_Wait_Process (Pid : out Process_Id; Success : out Boolean) with
     Import, Exceptional_Cases => (others => False);
   procedure Kill (Pid : Process_Id; Hard_Kill : Boolean := True) with
     Import, Exceptional_Cases => (others => False);
   procedure Kill_Process_Tree (Pid : Process_Id; Hard_Kill : Boolean := True) with
     Import, Exceptional_Cases => (others => False);
   function Pid_To_Integer (Pid : Process_Id) return Integer;
   function Argument_String_To_List (Arg_String : String) return Argument_List_Access;

   function Errno return Integer with Import, Exceptional_Cases => (others => False);
   procedure Set_Errno (Errno : Integer) with Import, Exceptional_Cases => (others => False);
   function Errno_Message (Err : Integer := 0; Default : String := "") return String with
     Import,
     Post => Errno_Message'Result'First = 1 and then Errno_Message'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);

   Directory_Separator : constant Character := '/';
   Path_Separator      : constant Character := ':';
private
   type OS_Time is range -2 ** 63 .. 2 ** 63 - 1 with Default_Value => -1;
   Invalid_Time : constant OS_Time := -1;
   type Number is range -2 ** 63 .. 2 ** 63 - 1;

   function "<"  (X, Y : OS_Time) return Boolean is (Number (X) < Number (Y));
   function ">"  (X, Y : OS_Time) return Boolean is (Number (X) > Number (Y));
   function "<=" (X, Y : OS_Time) return Boolean is (Number (X) <= Number (Y));
   function ">=" (X, Y : OS_Time) return Boolean is (Number (X) >= Number (Y));

   type Process_Id is new Integer with Default_Value => -1;
   Invalid_Pid : constant Process_Id := -1;
   function Pid_To_Integer (Pid : Process_Id) return Integer is (Integer (Pid));

   function Any_Text return String with
     Import,
     Post => Any_Text'Result'First = 1 and then Any_Text'Result'Last in 0 .. 100_000,
     Exceptional_Cases => (others => False);
   function Any_Choice return Boolean with Import, Exceptional_Cases => (others => False);
   function Any_Count return Natural with
     Import, Post => Any_Count'Result <= 100_000, Exceptional_Cases => (others => False);
   function Any_FD return File_Descriptor with
     Import, Post => Any_FD'Result >= -1, Exceptional_Cases => (others => False);
end GNAT.OS_Lib;
