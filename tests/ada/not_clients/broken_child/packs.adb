package body Packs is
   procedure Use_It is
   begin
      pragma Assert (Level = 0); --  open
   end Use_It;
end Packs;
