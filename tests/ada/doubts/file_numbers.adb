--  Numbers and lines that are put to a file raise what somebody waits for: the file is not open.
with Ada.Text_IO;         use Ada.Text_IO;
with Ada.Integer_Text_IO; use Ada.Integer_Text_IO;
procedure File_Numbers is
   File : File_Type;
   Done : Boolean := False;
begin
   begin
      Put (File, 3);
      Done := True;
   exception
      when others => null;
   end;
   pragma Assert (Done);
   begin
      New_Line (File);
      Done := False;
   exception
      when Status_Error => null;
   end;
   pragma Assert (not Done);
end File_Numbers;
