--  A loop over a subtype with a static predicate takes the values that satisfy it.
procedure Predicate_Loop (V : Integer) is
   subtype Odd is Integer range 0 .. 20 with Static_Predicate => Odd in 1 | 3 | 5 | 7 .. 9;
   Last : Integer := 0;
begin
   for I in Odd loop
      pragma Assert (I /= 2);
      Last := I;
   end loop;
   pragma Assert (Last in 0 | 1 | 3 | 5 | 7 .. 9);
   pragma Assert (for all I in Odd => I in 1 .. 9);
   pragma Assert (if V in Odd then V /= 4);
end Predicate_Loop;
