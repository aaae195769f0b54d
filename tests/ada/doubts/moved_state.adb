package body Moved_State is
   procedure Set is
   begin
      Value := 6;
   end Set;
begin
   Set;
end Moved_State;
