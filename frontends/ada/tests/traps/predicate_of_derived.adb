procedure Predicate_Of_Derived is
   --  The predicate is one of the first subtype, and none of what operators give.
   type Even is new Integer with Dynamic_Predicate => Even mod 2 = 0;
   Odd  : constant Even'Base := Even'Base'(3);
   Next : Even := 2;
begin
   pragma Assert (Odd mod 2 = 1);
   Next := Next + 2;
   Next := Next + 1;  --  fails: VC_PREDICATE_CHECK
   pragma Assert (Next > 0);
end Predicate_Of_Derived;
