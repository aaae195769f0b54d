--  A task that has ended takes no calls: where a handler names Tasking_Error, the call may raise it.
procedure Ended_Task is
   V : Integer := 0;
   Reached : Boolean := False;
   task T is
      entry E (X : out Integer);
   end T;
   task body T is
   begin
      accept E (X : out Integer) do
         X := 1;
      end E;
   end T;
   procedure Call is
   begin
      T.E (V);
   end Call;
begin
   Call;  --  open
   pragma Assert (V = 1);
   delay 0.1;
   begin
      Call;
   exception
      when Tasking_Error =>
         Reached := True;
   end;
   pragma Assert (not Reached);  --  open
end Ended_Task;
