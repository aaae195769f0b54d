--  A counter that a signal stops, or so it was meant. After SV-COMP loops/while_infinite_loop_4_false.
procedure Forgotten_Bound (Signal : Natural) is
   X       : Natural := 0;
   Stopped : Boolean := False;
begin
   while not Stopped loop
      if X = Signal mod 16 then
         Stopped := True;
      else
         X := X + 1;
      end if;
   end loop;
   pragma Assert (X < 15);
end Forgotten_Bound;
