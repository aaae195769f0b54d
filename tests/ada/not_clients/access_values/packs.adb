package body Packs is
   Level : aliased Integer := 0;

   function Place return Pointer is (Level'Access);

   procedure Use_It is
   begin
      pragma Assert (Level = 0); --  open
   end Use_It;
end Packs;
