with Elaborated_In_Part;
procedure Elaborated_Main is
begin
   pragma Assert (Elaborated_In_Part.Get = 5);
   pragma Assert (Elaborated_In_Part.Got = 7);
end Elaborated_Main;
