package body Imported_Changes with
   Refined_State => (State => Own)
is
   Own : Integer := 0;

   procedure Run is
   begin
      Counter := 1;
      Level := 1;
      Limit := 1;
      Own := 1;
      Update;
      pragma Assert (Level = 1 and Limit = 1 and Own = 1);
      pragma Assert (Counter = 1);
      Set;
      pragma Assert (Level > 3);
      pragma Assert (Level = 4);
      Move;
      pragma Assert (Own = 1);
      pragma Assert (Limit = 1);
      Hide;
      pragma Assert (Level > 3);
      pragma Assert (Own = 1);
   end Run;
end Imported_Changes;
