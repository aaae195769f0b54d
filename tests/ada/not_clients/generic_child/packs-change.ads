generic
procedure Packs.Change;
