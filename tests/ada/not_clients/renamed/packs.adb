package body Packs is
   Level : Integer := 0;

   procedure Down is
   begin
      Level := Integer'Max (Level - 1, -5);
   end Down;

   procedure Lower renames Down;

   procedure Use_It is
   begin
      pragma Assert (Level = 0); --  reached
   end Use_It;
end Packs;
