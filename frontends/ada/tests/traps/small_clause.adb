--  A clause behind a fixed point type says what its small is, for all that is computed with it.
procedure Small_Clause is
   type Tenth is delta 0.1 range -50.0 .. 50.0;
   for Tenth'Small use 0.1;
   type Third is delta 0.5 range 0.0 .. 10.0;
   Part : constant := 1.0 / 3.0;
   for Third'Small use 0.25;
   T : Tenth := 0.3;
   S : Tenth := 0.0;
   H : Third := 0.75;
begin
   pragma Assert (Tenth'Small = 0.1 and Third'Small = 0.25 and Part < 0.34);
   for I in 1 .. 10 loop
      S := S + T;
   end loop;
   pragma Assert (S = 3.0);
   pragma Assert (T / 2 = 0.1);
   H := H + 0.25;
   pragma Assert (H = 1.0);
   T := Tenth (H * T);
   pragma Assert (T = 0.3);
   pragma Assert (T = 0.25);  --  fails: VC_ASSERT
end Small_Clause;
