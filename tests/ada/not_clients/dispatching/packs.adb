package body Packs is
   Level : Integer := 0;

   procedure Act (R : in out Root) is null;

   overriding procedure Act (R : in out Leaf) is
   begin
      Level := Level - 1;
   end Act;

   procedure Use_It is
   begin
      pragma Assert (Level = 0); --  open
   end Use_It;
end Packs;
