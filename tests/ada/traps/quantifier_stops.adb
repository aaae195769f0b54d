--  A quantified expression stops at the first value that decides it (RM 4.5.8 (6)): nothing behind it is evaluated.
procedure Quantifier_Stops (N : Integer) is
   type Row is array (1 .. 4) of Integer;
   A    : constant Row := (5, N, 0, 7);
   Some_Found : constant Boolean := (for some I in A'Range => 100 / A (I) = 20);
   All_Found  : constant Boolean := (for all I in A'Range => A (I) < 5 and then 10 / A (I) > 1);
begin
   pragma Assert (Some_Found and not All_Found);
end Quantifier_Stops;
