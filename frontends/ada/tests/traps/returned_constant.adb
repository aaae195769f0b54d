--  The object of an extended return is the result, also if it is a constant with a static value.
procedure Returned_Constant is
   function F return Integer is
   begin
      return R : constant Integer := 3 do
         pragma Assert (R = 3);
      end return;
   end F;
   function G (N : Integer) return Integer is
      T : Integer := N;
   begin
      return R : constant Integer := T do
         T := R + 1;
      end return;
   end G;
begin
   pragma Assert (F = 3);
   pragma Assert (G (4) = 4);
   pragma Assert (F + G (1) = 5);  --  fails: VC_ASSERT
end Returned_Constant;
