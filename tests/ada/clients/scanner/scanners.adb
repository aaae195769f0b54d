package body Scanners is
   Text : String (1 .. 80) := (others => ' ');
   Last : Natural := 0;
   Next : Positive := 1;
   Seen : Character := ' ';

   procedure Load (Length : Natural) is
   begin
      Last := Natural'Min (Length, Text'Last);
      Next := 1;
   end Load;

   function At_End return Boolean is (Next > Last);

   procedure Skip is
   begin
      Seen := Text (Next); --  fails: VC_INDEX_CHECK
      Next := Next + 1;
   end Skip;

   procedure Back is
   begin
      if Next > 1 then
         Next := Next - 1;
      end if;
   end Back;
end Scanners;
