--  What a task keeps between two calls is not known.
procedure State_Of_Task is
   V : Integer := 0;
   task T is
      entry Put (X : Integer);
      entry Get (X : out Integer);
   end T;
   task body T is
      State : Integer := 0;
   begin
      loop
         select
            accept Put (X : Integer) do
               State := X;
            end Put;
         or
            accept Get (X : out Integer) do
               X := State;
            end Get;
         or
            terminate;
         end select;
      end loop;
   end T;
begin
   T.Put (5);
   T.Get (V);
   pragma Assert (V = 0);  --  open
end State_Of_Task;
