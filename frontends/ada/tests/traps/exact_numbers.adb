--  Static expressions are evaluated exactly, whatever comes out on the way. GNAT's Epsilon and Small are those of Ada 83.
procedure Exact_Numbers is
   C : constant Float := Float'Last;
   W : constant Float := 1.0 / 3.0;
   K : constant Float := 16777217.0;
   type Steps is delta 0.5 range 0.0 .. 10.0;
   type Rough is digits 3;
   F : Float;
   I : Integer;
   X : Steps;
begin
   F := -(-C - C) - C;
   pragma Assert (F = Float'Last);
   F := abs (-C * 2.0) / 2.0;
   pragma Assert (F = C);
   I := -(-Integer'Last - 10) - 11;
   pragma Assert (I = Integer'Last - 1);
   X := 2 * Steps'Last / 4;
   pragma Assert (X = 5.0);
   X := Steps'Last * 100 / 100;
   pragma Assert (X = 10.0);
   pragma Assert (C * 2.0 > C and C ** 2 > C * 3.0);
   pragma Assert (Float'Epsilon = 2.0 ** (-20) and Float'Model_Epsilon = 2.0 ** (-23));
   pragma Assert (Long_Float'Epsilon = 2.0 ** (-50) and Rough'Epsilon = 2.0 ** (-10));
   pragma Assert (Float'Small = 2.0 ** (-85) and Rough'Small = 2.0 ** (-45));
   pragma Assert (Integer (Float'(16777217.0)) = 16777217 and Integer (Float'(1.0E9) + 1.0) = 1_000_000_001);
   pragma Assert (Integer (K) = 16777216 and Integer (K + 1.0) = 16777217);
   pragma Assert (W in -1.0 .. 1.0 / 3.0 and W not in 1.0 / 3.0 and not (W <= 1.0 / 3.0));
   pragma Assert (Float'(16777217.0) not in 0.0 .. 16777216.0);
   F := 1.0;
   pragma Assert (F + Float'Epsilon < 1.0000005);  --  fails: VC_ASSERT
end Exact_Numbers;
