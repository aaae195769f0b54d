--  There is no number behind the last one, and none in front of the first one.
procedure Last_Float is
   function Id (X : Float) return Float is (X);
   Met : Integer := 0;
   X : Float := 0.0;
begin
   begin
      X := Float'Pred (Id (Float'First));
   exception
      when Constraint_Error => Met := 1;
   end;
   pragma Assert (Met = 1 and X = 0.0);
   pragma Assert (Float'Copy_Sign (Id (2.0), Id (-1.0)) = -2.0);
   pragma Assert (Float'Copy_Sign (Id (-2.0), Id (0.5)) = 2.0);
   X := Float'Succ (Id (Float'Last));  --  fails: VC_FP_OVERFLOW_CHECK
end Last_Float;
