package body GNAT.OS_Lib is
   function Any_String return String_Access is (new String'(Any_Text));
   function Any_String_Or_None return String_Access is (if Any_Choice then new String'(Any_Text) else null);

   procedure Create_Temp_File (FD : out File_Descriptor; Name : out String_Access) is
   begin
      FD := Any_FD;
      Name := (if FD = Invalid_FD then null else Any_String);
   end Create_Temp_File;

   procedure Create_Temp_Output_File (FD : out File_Descriptor; Name : out String_Access) is
   begin
      FD := Any_FD;
      Name := (if FD = Invalid_FD then null else Any_String);
   end Create_Temp_Output_File;

   function Locate_Exec_On_Path (Exec_Name : String) return String_Access is (Any_String_Or_None);
   function Locate_Regular_File (File_Name : String; Path : String) return String_Access is (Any_String_Or_None);
   function Get_Executable_Suffix return String_Access is (Any_String);
   function Get_Object_Suffix return String_Access is (Any_String);
   function Get_Debuggable_Suffix return String_Access is (Any_String);
   function Getenv (Name : String) return String_Access is (Any_String);

   function Argument_String_To_List (Arg_String : String) return Argument_List_Access is
      Result : constant Argument_List_Access := new Argument_List (1 .. Any_Count);
   begin
      for I in Result'Range loop
         Result (I) := Any_String;
      end loop;
      return Result;
   end Argument_String_To_List;
end GNAT.OS_Lib;
