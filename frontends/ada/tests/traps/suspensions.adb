--  RM D.10: a task that nobody else touches the object of may go on behind it.
with Ada.Synchronous_Task_Control; use Ada.Synchronous_Task_Control;
procedure Suspensions is
   S : Suspension_Object;
   N : Integer := 0;
begin
   Set_True (S);
   Suspend_Until_True (S);
   N := N + 1;
   pragma Assert (N = 1);
   pragma Assert (N = 2);  --  fails: VC_ASSERT
end Suspensions;
