with Moved_State; use Moved_State;
procedure Moved_Main is
begin
   pragma Assert (All_Of (3).all = 5);
   pragma Assert (Value = 6);
   pragma Assert (Value = 5);
end Moved_Main;
