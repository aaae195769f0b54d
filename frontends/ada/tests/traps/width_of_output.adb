with Ada.Integer_Text_IO; use Ada.Integer_Text_IO;
with Ada.Text_IO;         use Ada.Text_IO;
procedure Width_Of_Output is
   Column : Integer := 3;
begin
   Put (5, Width => Column);
   Put (12);
   Put ("text");
   New_Line;
   Column := Column - 4;
   Put (5, Width => Column);  --  fails: VC_RANGE_CHECK
end Width_Of_Output;
