--  T'Fore of a subtype whose bounds are known when the program runs: the sign, and the digits of the largest value in
--  front of the point (RM 3.5.10 (4)).
procedure Fore_At_Run_Time is
   type F is delta 0.25 range -1_000.0 .. 1_000.0;
   function Id (X : F) return F is (X);
   subtype A is F range Id (-9.75) .. Id (9.75);
   subtype B is F range Id (0.0) .. Id (10.0);
   subtype C is F range Id (-100.0) .. Id (3.0);
   subtype D is F range Id (-99.75) .. Id (99.75);
begin
   pragma Assert (A'Fore = 2);
   pragma Assert (B'Fore = 3);
   pragma Assert (C'Fore = 4);
   pragma Assert (D'Fore = 3);
end Fore_At_Run_Time;
