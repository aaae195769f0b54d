--  A statement of the elaboration is not analysed, the second one as part of another.
with Ada.Integer_Text_IO;
package body Elaborated_In_Part is
   First, Last : Integer := 5;
   Second      : Integer := 7;

   function Get return Integer is (First);
   function Got return Integer is (Second);
begin
   Ada.Integer_Text_IO.Get ("5", First, Last);
   if Last = 1 then
      Ada.Integer_Text_IO.Get ("7", Second, Last);
   end if;
end Elaborated_In_Part;
