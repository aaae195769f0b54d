package Packs is
   type Root is tagged null record;
   procedure Act (R : in out Root);
   type Leaf is new Root with private;
   procedure Use_It;
private
   type Leaf is new Root with null record;
   overriding procedure Act (R : in out Leaf);
end Packs;
