package Halves is
   function Half_Of (N : Integer) return Integer;
end Halves;
