package body Aliased_State is
   procedure Step is
   begin
      Known.all := Known.all + 1;
      pragma Assert (Count = Known.all);
   end Step;
end Aliased_State;
