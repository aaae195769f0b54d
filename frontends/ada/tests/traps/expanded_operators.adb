--  An operator named by an expanded name is one that the package declares: the operators of the universal types are
--  declared in Standard (RM 4.1.3 (3), 8.6 (29)).
procedure Expanded_Operators is
   package Pk is
      function "+" (Left, Right : Integer) return Integer;
      function "*" (Left, Right : Integer) return Boolean;
      type Count is range 0 .. 100;
   end Pk;
   package body Pk is
      function "+" (Left, Right : Integer) return Integer is (0 * Left * Right);
      function "*" (Left, Right : Integer) return Boolean is (Left = Right);
   end Pk;
   use type Pk.Count;
   Parts : array (0 .. 3) of Integer := (others => 0);
   Held  : Pk.Count := 40;
begin
   pragma Assert (Pk."+" (2, 3) = 0);
   pragma Assert (not Pk."*" (5, 3));
   Held := Pk."-" (Held, 2);
   pragma Assert (Pk."=" (Held, 38));
   pragma Assert (Standard."+" (2, 3) = 5);
   if Pk."+" (2, 3) = 5 then
      Parts (Pk."+" (2, 3)) := 1;
   else
      Parts (0) := 10 / Parts (1);  --  fails: VC_DIVISION_CHECK
   end if;
end Expanded_Operators;
