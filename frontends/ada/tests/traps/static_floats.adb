--  Static expressions are exact, with a variable every operation rounds.
procedure Static_Floats is
   V : Float := 0.1;
   S : Float := 0.0;
begin
   pragma Assert (V * 10.0 = 1.0);
   for I in 1 .. 10 loop
      S := S + V;
   end loop;
   pragma Assert (S /= 1.0);
   V := 16_777_216.0;
   pragma Assert (V + 1.0 = V);
end Static_Floats;
