package Packs is
   procedure Use_It;
   procedure Lower;
end Packs;
