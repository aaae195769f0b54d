package Packs is
   procedure Use_It;
end Packs;
