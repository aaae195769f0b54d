--  A variable that tasks share, as a parameter passed by reference: another task's rendezvous changes it.
procedure Tasks_Share is
   type Triple is record
      A, B, C : Long_Long_Integer := 0;
   end record;
   Data : Triple;
   Ready : Boolean;
   task Server is
      entry Go;
   end Server;
   procedure Use_It (X : in out Triple) is
   begin
      X.A := 1;
      Server.Go;
      pragma Assert (X.A = 1);
   end Use_It;
   task body Server is
   begin
      accept Go do
         Data.A := 2;
      end Go;
      Ready := True;
   end Server;
begin
   Use_It (Data);
   pragma Assert (Ready);
end Tasks_Share;
