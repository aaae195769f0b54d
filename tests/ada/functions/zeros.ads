package Zeros with SPARK_Mode is
   type Point is record
      X, Y : Float;
   end record;
   function Sign_Of (X : Float) return Integer with Import, Global => null;
   function Length (P : Point) return Integer with Import, Global => null;
   procedure Equal (X, Y : Float; P, Q : Point);
end Zeros;
