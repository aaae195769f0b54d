package body Roots.Sets is
   procedure Set (X : Natural) is
   begin
      if X > 0 then --  wrong: if X >= 0 then
         Value := X;
      end if;
   end Set;
end Roots.Sets;
