procedure Packs.Change (By : Natural) is
begin
   Level := -By;
end Packs.Change;
