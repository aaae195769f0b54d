--  Zeros of both signs are equal, and functions tell them apart.
package body Zeros with SPARK_Mode is
   procedure Equal (X, Y : Float; P, Q : Point) is
   begin
      if X = Y then
         pragma Assert (Sign_Of (X) = Sign_Of (Y));  --  open
      end if;
      if P = Q then
         pragma Assert (Length (P) = Length (Q));  --  open
      end if;
   end Equal;
end Zeros;
