--  Elementary functions of two types: which is meant the parameter says; they are renamed, and actual parameters.
with Ada.Numerics.Elementary_Functions, Ada.Numerics.Long_Elementary_Functions;
with Ada.Numerics.Generic_Elementary_Functions, Interfaces;
procedure Two_Elementary is
   use Ada.Numerics.Elementary_Functions, Ada.Numerics.Long_Elementary_Functions;
   type Own is digits 6;
   package Of_Own is new Ada.Numerics.Generic_Elementary_Functions (Own);
   use Of_Own;
   type Meter is new Float;
   function Sqrt (X : Meter) return Meter is (X);
   function Sqrt (X : Integer) return Integer is (X / 2);
   generic
      with function F (X : Float) return Float;
   function Twice (X : Float) return Float;
   function Twice (X : Float) return Float is (F (F (X)));
   generic
      with function Sqrt (X : Long_Float) return Long_Float is <>;
   function Root (X : Long_Float) return Long_Float;
   function Root (X : Long_Float) return Long_Float is (Sqrt (X));
   generic
      with function Shift (V : Interfaces.Unsigned_8; N : Natural) return Interfaces.Unsigned_8;
   function Shifted (V : Interfaces.Unsigned_8) return Interfaces.Unsigned_8;
   function Shifted (V : Interfaces.Unsigned_8) return Interfaces.Unsigned_8 is (Shift (V, 4));
   function Root_4 is new Twice (Ada.Numerics.Elementary_Functions.Sqrt);
   function Root_4_Used is new Twice (Sqrt);
   function Root_Of is new Root;
   function High is new Shifted (Interfaces.Shift_Left);
   function Long_Root (Y : Long_Float) return Long_Float renames Sqrt;
   function Left (V : Interfaces.Unsigned_16; N : Natural := 1) return Interfaces.Unsigned_16
     renames Interfaces.Shift_Left;
   X : Float := 4.0;
   Y : Long_Float := 16.0;
   Z : Own := 9.0;
   use type Interfaces.Unsigned_8, Interfaces.Unsigned_16;
begin
   pragma Assert (Sqrt (X) > 1.0 and Sqrt (Y) > 3.0 and Sqrt (Z) > 2.0);
   pragma Assert (Sqrt (Float (Y)) < 5.0 and Sqrt (Meter (Y)) > 15.0);
   pragma Assert (Sqrt (Integer (Y)) = 8);
   X := Sqrt (X);
   Y := Sqrt (Y);
   pragma Assert (X >= 0.0 and Y >= 0.0);
   pragma Assert (Root_4 (16.0) >= 0.0 and Root_4_Used (16.0) >= 0.0 and Root_Of (4.0) >= 0.0);
   pragma Assert (Long_Root (Y => 4.0) >= 0.0);
   pragma Assert (High (16#12#) = 16#20#);
   pragma Assert (Left (V => 16#8001#) = 2);
   pragma Assert (Left (16#8001#, 2) = 2);  --  fails: VC_ASSERT
end Two_Elementary;
