package Packs is
   procedure Use_It;
private
   Level : Integer := 0;
end Packs;
