--  Sums of what comes before.
procedure Prefix_Sums (Step : Integer) with Pre => Step in 1 .. 9 is
   type Series is array (0 .. 10) of Natural;
   S : Series := (others => 0);
begin
   for I in 1 .. 10 loop
      S (I) := S (I - 1) + Step;
   end loop;
   pragma Assert (for all I in Series'Range => S (I) = I * Step);
   pragma Assert (for all I in 1 .. 10 => S (I) > S (I - 1));
   pragma Assert (S (10) - S (4) = 6 * Step);
end Prefix_Sums;
