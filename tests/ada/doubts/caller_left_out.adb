--  What a subprogram passes that is not analysed is not known: nothing is proved of those that it calls for the values
--  of their other callers alone. (Which call comes first in Left_Out is for the compiler to choose.)
package body Caller_Left_Out is
   function Tick (K : in out Integer) return Integer is
   begin
      K := (if K = 1 then 2 else 1);
      return K;
   end Tick;

   procedure Divide (A : Integer; R : out Integer) is
   begin
      R := 10 / A;
   end Divide;

   function Analysed return Integer is
      R : Integer;
   begin
      Divide (1, R);
      return R;
   end Analysed;

   function Left_Out return Integer is
      R, K : Integer := 1;
      V : array (1 .. 6) of Integer := (others => 1);
   begin
      V (Tick (K) mod 3 + 1) := Tick (K);
      Divide (V (1) - V (1), R);
      return R;
   end Left_Out;
end Caller_Left_Out;
