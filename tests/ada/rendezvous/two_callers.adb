--  What an accept statement changes for two callers.
procedure Two_Callers is
   G : Integer := 0;
   task T is
      entry E;
   end T;
   task U;
   task body T is
   begin
      accept E do
         G := G + 1;  --  open
      end E;
      accept E do
         G := G + 1;  --  open
      end E;
   end T;
   task body U is
   begin
      T.E;
   end U;
begin
   T.E;
   delay 0.1;
   pragma Assert (G = 1);  --  open
end Two_Callers;
