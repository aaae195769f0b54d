procedure Predicates is
   subtype Even is Integer with Dynamic_Predicate => Even mod 2 = 0;
   subtype Digit is Integer range 0 .. 9;
   function Next (E : Even) return Even is (E + 2);
   E : Even := 4;
   D : Digit := 9;
begin
   E := Next (E);
   pragma Assert (E = 6 and E in Even and D not in Even);
   pragma Assert (D in Digit and 10 not in Digit);
   D := Digit (E);
   E := D + 1;  --  fails: VC_PREDICATE_CHECK
end Predicates;
