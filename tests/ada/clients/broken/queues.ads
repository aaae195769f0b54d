package Queues is
   Full : exception;
   procedure Add (X : Integer);
   procedure Drop;
end Queues;
