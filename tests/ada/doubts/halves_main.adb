with Halves;
with System.Machine_Code;
procedure Halves_Main is
begin
   if Halves.Half_Of (5) = 20 then
      System.Machine_Code.Asm ("nop", Volatile => True);
   end if;
end Halves_Main;
