--  The handlers of a block do not cover its declarations.
procedure Own_Declarations (V : Integer) is
   X : Integer := 0;
begin
   begin
      declare
         P : constant Positive := V;
      begin
         X := P;
      exception
         when Constraint_Error =>
            X := -1;
      end;
   exception
      when Constraint_Error =>
         X := -2;
   end;
   pragma Assert (X /= -1);
   pragma Assert (X /= -2);
end Own_Declarations;
