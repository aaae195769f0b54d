package Packs is
   type Part is private;
   procedure Take (P : Part);
   procedure Use_It;
private
   type Part is record
      Size : Natural := 0;
   end record;
end Packs;
