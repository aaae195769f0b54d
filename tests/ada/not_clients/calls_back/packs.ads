package Packs is
   procedure Use_It;
   procedure Other;
end Packs;
