procedure Predicate_Of_Literals is
   type Light is (Red, Amber, Green, Off) with Static_Predicate => Light /= Off;
   Now : Light := Amber;
begin
   Now := Light'Succ (Now);
   pragma Assert (Now = Green);
   Now := Light'Succ (Now);  --  fails: VC_PREDICATE_CHECK
   pragma Assert (Now = Off);
end Predicate_Of_Literals;
