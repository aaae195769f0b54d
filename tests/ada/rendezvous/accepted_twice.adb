--  Two accept statements of one entry: nobody knows which one takes a call.
procedure Accepted_Twice is
   V : Integer := 0;
   task T is
      entry E (X : out Integer);
   end T;
   task body T is
   begin
      accept E (X : out Integer) do
         X := 1;
      end E;
      accept E (X : out Integer) do
         X := 2;
      end E;
   end T;
begin
   T.E (V);
   T.E (V);
   pragma Assert (V = 1);  --  open
end Accepted_Twice;
