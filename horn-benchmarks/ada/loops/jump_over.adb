--  The counter can jump over its goal. After SV-COMP loops/trex03_false.
procedure Jump_Over (Start, Step : Integer) with
  Pre => Start in 0 .. 1_000 and then Step in 1 .. 10
is
   X : Integer := Start;
begin
   while X > 0 loop
      X := X - Step;
   end loop;
   pragma Assert (X = 0);
end Jump_Over;
