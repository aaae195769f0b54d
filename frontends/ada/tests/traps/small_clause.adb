--  A clause behind a fixed point type says what its small is, for all that is computed with it.
procedure Small_Clause is
   type Tenth is delta 0.1 range -50.0 .. 50.0;
   for Tenth'Small use 0.1;
   type Third is delta 0.5 range 0.0 .. 10.0;
   Part : constant := 1.0 / 3.0;
   for Third'Small use 0.25;
   package Volts is
      type Volt is delta 0.5 range 0.0 .. 20.0;
      type Level is private;
      function Highest return Level;
      function Volts_Of (X : Level) return Integer;
   private
      for Volt'Small use 0.2;
      type Level is delta 0.5 range 0.0 .. 200.0;
      for Level'Small use 0.25;
   end Volts;
   package body Volts is
      function Highest return Level is (19.75);
      function Volts_Of (X : Level) return Integer is (Integer (X * 4));
   end Volts;
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
   pragma Assert (Volts.Volt'Small = 0.2 and Volts.Volts_Of (Volts.Highest) = 79);
   T := Tenth (H * T);
   pragma Assert (T = 0.3);
   pragma Assert (T = 0.25);  --  fails: VC_ASSERT
end Small_Clause;
