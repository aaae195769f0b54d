--  The output follows the input, but not faster than a limit. After SV-COMP float-benchs/rlim_exit.
with Signals; use Signals;

procedure Rate_Limiter (Inputs : Samples; Limits : Slopes) is
   Output, Last, Change : Float := 0.0;
begin
   for I in Inputs'Range loop
      Last   := Output;
      Output := Inputs (I);
      Change := Output - Last;
      if Change <= -Limits (I) then
         Output := Last - Limits (I);
      elsif Change >= Limits (I) then
         Output := Last + Limits (I);
      end if;
      pragma Assert (Output in -129.0 .. 129.0);
   end loop;
end Rate_Limiter;
