package body Packs.Change is
   procedure Set is
   begin
      Level := 1
   end Set;
end Packs.Change;
