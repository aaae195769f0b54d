with Ada.Calendar; use type Ada.Calendar.Time;
with Ada.Directories; use Ada.Directories;
with Ada.Environment_Variables;
with GNAT.OS_Lib; use GNAT.OS_Lib;
procedure Files (Path : String) with Pre => Path'First = 1 and Path'Last <= 100 is
   Args   : Argument_List := [new String'("-c"), null];
   Home   : String_Access := Getenv ("HOME");
   Found  : String_Access;
   Done   : Boolean;
   Status : Natural := 0;
begin
   if Exists (Path) then
      pragma Assert (Size (Path) >= 0);
      pragma Assert (Kind (Path) /= Directory);  --  open
      pragma Assert (Modification_Time (Path) <= Ada.Calendar.Clock);  --  open
   end if;
   pragma Assert (Home /= null and then Home'First = 1);
   pragma Assert (Home.all /= "");  --  open
   Found := Locate_Exec_On_Path (Path);
   pragma Assert (Found /= null);  --  open
   Args (2) := new String'(Path);
   Spawn ("ls", Args, Done);
   pragma Assert (Args (1).all = "-c" and Args (2).all = Path);
   pragma Assert (Done);  --  open
   Free (Home);
   pragma Assert (Home = null);
   begin
      Delete_File (Path);
      Status := 1;
   exception
      when Ada.Directories.Name_Error => Status := 2;
   end;  --  open
   pragma Assert (Status in 1 .. 2);
   pragma Assert (Status = 1);  --  open
   declare
      Language : constant String := Ada.Environment_Variables.Value ("LANG", "C");
   begin
      pragma Assert (Language'First = 1 and Language'Length < Positive'Last);
      pragma Assert (Language (1) = 'C');  --  open
   end;
end Files;
