package body Packs is
   Level : Integer := 0;
   procedure Signal;
   pragma Export (C, Signal, "signal_level");

   procedure Signal is
   begin
      Level := -1;
   end Signal;

   procedure Use_It is
   begin
      pragma Assert (Level >= 0); --  open
      Level := 0;
   end Use_It;
end Packs;
