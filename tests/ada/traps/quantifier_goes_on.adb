--  Up to the value that decides it every check of a quantified expression is made (RM 4.5.8 (6)).
procedure Quantifier_Goes_On (N : Integer) is
   type Row is array (1 .. 4) of Integer;
   A     : constant Row := (50, 25, N, 5);
   Found : constant Boolean := (for some I in A'Range => 100 / A (I) = 20);
begin
   pragma Assert (Found or else not Found);
end Quantifier_Goes_On;
