package body Packs is
   Level : Integer := 0;

   procedure Use_It is
   begin
      pragma Assert (Level >= 0); --  open
      Level := 0;
   end Use_It;

   procedure Work (A : not null Action) is
   begin
      Level := -1;
      A.all;
      Level := 0;
   end Work;
end Packs;
