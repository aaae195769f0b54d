package body Packs is
   procedure Use_It is
   begin
      pragma Assert (Level >= 0); --  open
      Level := 0;
   end Use_It;
end Packs;
