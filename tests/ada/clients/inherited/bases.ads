package Bases is
   type Handle is range 0 .. 3;
   procedure Note (H : Handle);
   procedure Use_It;
end Bases;
