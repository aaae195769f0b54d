package Packs.Change is
   procedure Set;
end Packs.Change;
