package Elaborated_In_Part is
   function Get return Integer;
   function Got return Integer;
end Elaborated_In_Part;
