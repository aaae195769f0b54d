--  The initial condition of a package, where its elaboration ends.
procedure Initial_Condition is
   procedure Run (N : Integer) is
      package Counter with
        Initial_Condition => Value >= 0
      is
         Value : Integer := 0;
      end Counter;
      package Other with
        Initial_Condition => Get > 0  --  fails: VC_INITIAL_CONDITION
      is
         function Get return Integer;
      end Other;
      package body Other is
         Value : Integer := 1;
         function Get return Integer is (Value);
      begin
         Value := N;
      end Other;
   begin
      pragma Assert (Counter.Value = 0);
   end Run;
begin
   Run (1);
   Run (0);
end Initial_Condition;
