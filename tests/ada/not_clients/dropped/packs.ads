package Packs is
   procedure Use_It;
   procedure Odd;
end Packs;
