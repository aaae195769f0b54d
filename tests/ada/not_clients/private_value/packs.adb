package body Packs is
   Level : Integer := 0;

   procedure Take (P : Part) is
   begin
      Level := P.Size;
   end Take;

   procedure Use_It is
   begin
      pragma Assert (Level = 0); --  open
   end Use_It;
end Packs;
