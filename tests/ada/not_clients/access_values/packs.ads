package Packs is
   procedure Use_It;
   type Pointer is access all Integer;
   function Place return Pointer;
end Packs;
