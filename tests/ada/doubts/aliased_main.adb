with Aliased_State; use Aliased_State;
procedure Aliased_Main is
begin
   pragma Assert (Count = 1);
   Step;
   pragma Assert (Count = 2);
   Step;
   pragma Assert (Count = 2);
end Aliased_Main;
