--  A countdown below its start. After SV-COMP loops/trex02.
procedure Countdown (Start : Integer; Decrement : Boolean) is
   X : Integer := Start;
begin
   while X > 0 loop
      exit when not Decrement;
      X := X - 1;
      pragma Assert (X < Start and then X >= 0);
   end loop;
   pragma Assert (X <= Start);
end Countdown;
