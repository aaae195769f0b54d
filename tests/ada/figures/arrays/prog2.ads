package prog2 is
   procedure initArray;
end prog2;
