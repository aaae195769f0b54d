procedure Derived is
   type Metres is new Integer range 0 .. 1000;
   type Feet is new Float;
   package Shapes is
      type Shape is private;
      function Square (Side : Metres) return Shape;
      function Area (S : Shape) return Integer;
   private
      type Shape is record
         W, H : Metres := 0;
      end record;
      function Area (S : Shape) return Integer is (Integer (S.W) * Integer (S.H));
   end Shapes;
   package body Shapes is
      function Square (Side : Metres) return Shape is
      begin
         return R : Shape do
            R.W := Side;
            R.H := Side;
         end return;
      end Square;
   end Shapes;
   use Shapes;
   S : Shape := Square (12);
   M : Metres := 900;
   F : Feet := 1.5;
begin
   pragma Assert (Area (S) = 144);
   pragma Assert (Shapes.Area (S) = 144 and F * 2.0 = 3.0);
   M := Metres (Integer (M) + 100);
   pragma Assert (M = 1000);
   M := M + 1;  --  fails: VC_RANGE_CHECK
end Derived;
