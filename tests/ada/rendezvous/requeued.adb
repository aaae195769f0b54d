--  A requeue ends elsewhere than its accept statement.
procedure Requeued is
   V : Integer := 0;
   task T is
      entry R (X : in out Integer);
      entry S (X : in out Integer);
   end T;
   task body T is
   begin
      accept R (X : in out Integer) do
         X := 30;
         requeue S;
      end R;
      accept S (X : in out Integer) do
         X := X + 1;  --  open
      end S;
   end T;
begin
   T.R (V);
   pragma Assert (V = 30);  --  open
end Requeued;
