with Queues;
procedure Driver is
begin
   for I in 1 .. 6 loop
      begin
         Queues.Add (I);
      exception
         when Queues.Full => null;
      end;
   end loop;
   Queues.Drop;
end Driver;
