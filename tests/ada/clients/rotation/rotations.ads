package Rotations is
   procedure Turn;
   procedure Leave;
   procedure Join;
   function Current return Integer;
end Rotations;
