package body Packs is
   Level : Integer := 0;

   procedure Change is
   begin
      Level := -1;
   end Change;

   procedure Use_It is
   begin
      pragma Assert (Level >= 0); --  open
      Level := 0;
   end Use_It;
end Packs;
