with Ada.Integer_Text_IO;
procedure Field_Of_Output is
   Width : Integer := 255;
begin
   Ada.Integer_Text_IO.Put (1, Width => Width);
   Width := Width + 1;
   Ada.Integer_Text_IO.Put (1, Width => Width);  --  fails: VC_RANGE_CHECK
end Field_Of_Output;
