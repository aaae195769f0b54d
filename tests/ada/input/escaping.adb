--  One of two calls has no handler for what the other one expects: an input that is empty ends the program there.
with Ada.Text_IO; use Ada.Text_IO;
procedure Escaping is
   Line : String (1 .. 80);
   Last : Natural;
begin
   begin
      Get_Line (Line, Last);
   exception
      when End_Error =>
         Last := 0;
   end;
   Get_Line (Line, Last);  --  fails: VC_RAISE
   pragma Assert (Last <= 80);
end Escaping;
