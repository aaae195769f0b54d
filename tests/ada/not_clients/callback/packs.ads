package Packs is
   type Action is access procedure;
   procedure Use_It;
   procedure Work (A : not null Action);
end Packs;
