with Outside;
package body Packs is
   Level : Integer := 0;

   procedure Use_It is
   begin
      pragma Assert (Level >= 0); --  open
      Level := 0;
   end Use_It;

   procedure Other is
   begin
      Level := -1;
      Outside.Notify;
      Level := 0;
   end Other;
end Packs;
