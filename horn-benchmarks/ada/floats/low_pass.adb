--  The state of a low-pass filter stays in the range of its inputs. After the filters of SV-COMP float-benchs.
with Signals; use Signals;

procedure Low_Pass (Inputs : Samples) is
   State : Sample := 0.0;
begin
   for I in Inputs'Range loop
      State := 0.75 * State + 0.25 * Inputs (I);
   end loop;
   pragma Assert (abs State <= 128.0);
end Low_Pass;
