package Packs is
   type Action is access procedure;
   procedure Use_It;
   function Secret return Action;
end Packs;
