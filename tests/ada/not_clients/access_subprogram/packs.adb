package body Packs is
   Level : Integer := 0;

   procedure Lower is
   begin
      Level := -1;
   end Lower;

   function Secret return Action is
   begin
      return Lower'Access;
   end Secret;

   procedure Use_It is
   begin
      pragma Assert (Level >= 0); --  open
      Level := 0;
   end Use_It;
end Packs;
