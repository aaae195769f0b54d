procedure Predicate_Of_Result is
   type Step is mod 8 with Dynamic_Predicate => Step /= 5;
   type Pace is new Step;
   Sum : Pace := 3;
   function More (By : Pace) return Pace is (Sum + By);  --  fails: VC_PREDICATE_CHECK
begin
   Sum := More (3);
   pragma Assert (Sum = 6);
   Sum := More (7);
end Predicate_Of_Result;
