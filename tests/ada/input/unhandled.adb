--  Nobody waits for the end of the input, or for what becomes of files: that is said.
with Ada.Text_IO; use Ada.Text_IO;
procedure Unhandled is
   File : File_Type;
   Line : String (1 .. 80);
   Last : Natural;
begin
   Open (File, In_File, "numbers.txt");  --  assumed
   Get_Line (File, Line, Last);  --  assumed
   Put_Line (Standard_Error, Line (1 .. Last));
   Close (File);  --  assumed
   declare
      Text : constant String := Get_Line;  --  assumed
   begin
      if not End_Of_File and then Text'Length > 0 then
         Skip_Line;  --  assumed
      end if;
   end;
   pragma Assert (Last <= 80);
end Unhandled;
