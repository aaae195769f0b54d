--  What the task changes outside of its accept statements may change at any time.
procedure Changed_Outside is
   G : Integer := 0;
   V : Integer := 0;
   task T is
      entry E (X : out Integer);
   end T;
   task body T is
   begin
      G := 1;
      accept E (X : out Integer) do
         X := G;
      end E;
      G := 2;
   end T;
begin
   T.E (V);
   delay 0.1;
   pragma Assert (G = 1);  --  open
end Changed_Outside;
