--  Only if the loop is never entered the counter keeps its sign. After SV-COMP loops/trex01_false.
procedure No_Steps (Start : Integer; Down : Boolean) with
  Pre => Start in -100 .. 100
is
   Count : Integer := Start;
   Steps : Natural := 0;
begin
   loop
      exit when Count <= 0 or else Steps = 50;
      if Down then
         Count := Count - 2;
      else
         Count := Count - 3;
      end if;
      Steps := Steps + 1;
   end loop;
   pragma Assert (Steps = 0 or else Count > -2);
end No_Steps;
