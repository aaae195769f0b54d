--  The sources withhold a caller: what it passes counts all the same.
package body Caller_Withheld is
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

   function Withheld return Integer is
      R : Integer;
   begin
      Divide (0, R);
      return R;
   end Withheld;
end Caller_Withheld;
