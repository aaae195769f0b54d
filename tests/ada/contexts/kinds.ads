package Kinds is
   type Number is range 0 .. 1_000;
end Kinds;
