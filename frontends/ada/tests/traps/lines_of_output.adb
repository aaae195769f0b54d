with Ada.Text_IO; use Ada.Text_IO;
procedure Lines_Of_Output is
   Lines : Integer := 1;
begin
   New_Line (Positive_Count (Lines));
   Lines := Lines - 1;
   New_Line (Positive_Count (Lines));  --  fails: VC_RANGE_CHECK
end Lines_Of_Output;
