package body Packs is
   Level : Integer := 0;

   function Next return Integer is
   begin
      Level := Level + 1;
      return Level;
   end Next;

   procedure Use_It is
   begin
      pragma Assert (Level = 0); --  open
   end Use_It;
end Packs;
