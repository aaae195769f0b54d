procedure Packs.Change is
begin
   Level := -1;
end Packs.Change;
