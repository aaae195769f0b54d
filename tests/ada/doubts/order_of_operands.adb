--  What holds for some order of the operands and actual parameters only.
procedure Order_Of_Operands is
   X : Integer := 1;
   R : Integer;
   function F return Integer is
   begin
      X := X + 1;
      return X;
   end F;
   procedure Take (A, B : Integer := F) is
   begin
      pragma Assert (A < B);
   end Take;
begin
   Take;
   R := X + F;
   pragma Assert (R = 7);
   pragma Assert (R = 8);
end Order_Of_Operands;
