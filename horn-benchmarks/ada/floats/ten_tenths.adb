--  Ten times a tenth is one, or so one hopes. After SV-COMP float-benchs/drift_tenth.
procedure Ten_Tenths (Rounds : Positive) with
  Pre => Rounds <= 10
is
   Tick : constant Float := 0.1;
   Time : Float := 0.0;
begin
   for I in 1 .. Rounds loop
      Time := Time + Tick;
   end loop;
   pragma Assert (if Rounds = 10 then Time = 1.0);
end Ten_Tenths;
