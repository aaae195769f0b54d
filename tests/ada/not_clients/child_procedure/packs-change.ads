procedure Packs.Change (By : Natural);
