--  A parameter by copy is not copied back when an exception leaves the call; the variable of a subprogram around it is changed.
procedure No_Copy_Back (V : Integer) is
   Given  : Integer := 5;
   Around : Integer := 5;
   Global : Integer := 5;
   procedure Change (N : in out Integer; M : out Integer) is
   begin
      N := 7;
      M := 7;
      Around := 7;
      if V > 0 then
         raise Constraint_Error;
      end if;
   end Change;
   procedure Twice is
   begin
      Change (Given, Global);
      Change (Given, Global);
   end Twice;
begin
   Twice;
   pragma Assert (Given = 7 and then Global = 7);
exception
   when Constraint_Error =>
      pragma Assert (Given = 5 and then Global = 5 and then Around = 7);
end No_Copy_Back;
