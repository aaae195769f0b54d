package body prog1 is
   function sum (j: in out Integer)
   return Integer is
   begin
      return j+10;
   end sum;
end prog1;
