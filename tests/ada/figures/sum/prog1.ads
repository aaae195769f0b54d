package prog1 is
   function sum(j: in out Integer)
   return Integer;
end prog1;
