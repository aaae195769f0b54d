with Absent;
procedure Absent_Main is
begin
   Absent.Value := 1;
   Absent.Inner.Change;
   Absent.Keep;
   pragma Assert (Absent.Value = 1);
end Absent_Main;
