--  A caller that is requeued waits for another entry, whose barrier others open; the parameters stay what they are.
procedure Requeues is
   protected Gate is
      entry First (N : in out Integer);
   private
      entry Second (N : in out Integer);
      State : Integer := 1;
   end Gate;
   protected body Gate is
      entry First (N : in out Integer) when State = 1 is
      begin
         N := 2;
         requeue Second;
      end First;
      entry Second (N : in out Integer) when State > 0 is
      begin
         N := N + 1;
         pragma Assert (State = 1);
      end Second;
   end Gate;
   X : Integer := 0;
begin
   Gate.First (X);
   pragma Assert (X = 3);
   pragma Assert (X = 4);
end Requeues;
