package Packs is
   function Value return Integer;
   procedure Set (X : Integer);
end Packs;
