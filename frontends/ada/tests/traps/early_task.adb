--  A task does not start in front of its body, nor do those that are activated together with it (RM 3.11 (11)).
procedure Early_Task is
   Raised, Count, Behind : Natural := 0;
begin
   begin
      declare
         task type One;
         task type Two;
         package Both is
            A : One;
            B : Two;
         end Both;
         task body One is
         begin
            Count := 50;
         end One;
         package body Both is
         begin
            Behind := 60;
         end Both;
         task body Two is
         begin
            Count := 70;
         end Two;
      begin
         Behind := 80;
      end;
   exception
      when Program_Error => Raised := Raised + 1;
   end;
   pragma Assert (Behind = 0 and Raised = 1);
end Early_Task;
