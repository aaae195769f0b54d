--  Output to a file raises what somebody waits for, or nothing: what becomes of files is not followed.
with Ada.Text_IO; use Ada.Text_IO;
procedure Closed_File is
   File  : File_Type;
   Shown : Boolean := False;
begin
   begin
      Put_Line (File, "text");
      Shown := True;
   exception
      when Status_Error =>
         pragma Assert (Shown);
   end;
   pragma Assert (Shown);
   if Is_Open (File) then
      pragma Assert (not Shown);
   end if;
end Closed_File;
