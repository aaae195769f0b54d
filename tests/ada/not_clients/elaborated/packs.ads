package Packs is
   procedure Set (X : Integer);
end Packs;
