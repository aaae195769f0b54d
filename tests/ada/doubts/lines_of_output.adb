--  Where output is in a line is not followed.
with Ada.Text_IO; use Ada.Text_IO;
procedure Lines_Of_Output is
begin
   Put ("abc");
   pragma Assert (Col = 4);
   New_Line (2);
   pragma Assert (Line = 3);
end Lines_Of_Output;
