package body Packs is
   Level : Integer := 0;

   procedure Use_It is
   begin
      pragma Assert (Level = 1); --  open
   end Use_It;
begin
   Level := 5;
   pragma Assert (Level = 4); --  always
end Packs;
