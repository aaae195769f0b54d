package Packs is
   procedure Use_It;
   procedure Change;
   pragma Import (C, Change, "change");
end Packs;
