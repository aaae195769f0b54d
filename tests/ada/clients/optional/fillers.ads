package Fillers is
   procedure Again;
end Fillers;
