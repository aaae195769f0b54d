--  A check in an accept statement fails for what the caller gives.
procedure Failing_For_Caller is
   V : Integer := Integer'Last;
   task T is
      entry E (X : in out Integer);
   end T;
   task body T is
   begin
      accept E (X : in out Integer) do
         X := X + 1;  --  open
      end E;
   end T;
begin
   T.E (V);
end Failing_For_Caller;
