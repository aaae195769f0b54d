--  What a caller passes that is not analysed is not known.
package body Halves is
   function Half_Of (N : Integer) return Integer is
   begin
      return 100 / N;
   end Half_Of;
end Halves;
