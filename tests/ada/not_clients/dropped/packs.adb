package body Packs is
   Level : Integer := 0;

   procedure Use_It is
   begin
      pragma Assert (Level >= 0); --  open
      Level := 0;
   end Use_It;

   procedure Odd is
      task Inner;
      task body Inner is
      begin
         Level := -1;
      end Inner;
   begin
      null;
   end Odd;
end Packs;
