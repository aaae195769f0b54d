--  The loop ends for another reason than the assertion says. After SV-COMP loops/terminator_03_false.
procedure Stops_Late (Start, Step : Integer) with
  Pre => Start in -1_000 .. 1_000 and then Step in 1 .. 10
is
   X : Integer := Start;
begin
   if Step > 0 then
      while X < 100 loop
         X := X + Step;
      end loop;
   end if;
   pragma Assert (X <= 100 + Step);
end Stops_Late;
