--  Ten times a tenth is not one. After SV-COMP float-benchs/drift_tenth.
procedure Tenth_Drift is
   Ten  : Float := 1.0;
   Tick : Float;
   Time : Float := 0.0;
begin
   Ten  := Ten * 10.0;
   Tick := 1.0 / Ten;
   for I in 1 .. 10 loop
      Time := Time + Tick;
   end loop;
   pragma Assert (Time /= 1.0);
end Tenth_Drift;
