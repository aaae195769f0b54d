--  The base type of a fixed point type is the smallest machine integer for its multiples: here 16 bits, up to 4095.875.
procedure Fixed_Base (Steps : Integer) is
   type Volts is delta 0.125 range -100.0 .. 100.0;
   Level : Volts'Base := 0.0;
begin
   if Steps in 1 .. 40 then
      for I in 1 .. Steps loop
         Level := Level + 100.0;
      end loop;
      Level := Level + 95.875;
      Level := Level + 0.125;
   end if;
   pragma Assert (Level >= 0.0);
end Fixed_Base;
