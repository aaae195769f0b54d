package Packs is
   procedure Use_It;
   generic
   procedure Change;
end Packs;
