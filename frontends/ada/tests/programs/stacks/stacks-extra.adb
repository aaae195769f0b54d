package body Stacks.Extra is
   procedure Clear (S : out Stack) is
   begin
      S := (Data => (others => 0), N => 0);
   end Clear;
end Stacks.Extra;
