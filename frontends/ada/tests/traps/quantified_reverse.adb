--  The last value comes first in a quantified expression with reverse (RM 4.5.8 (6)).
procedure Quantified_Reverse is
   C : Natural := 0;
   function Eff (N : Integer) return Boolean is
   begin
      C := C + 1;
      return N < 3;
   end Eff;
   type Values is array (1 .. 4) of Integer;
   A : Values := (0, 5, 0, 2);
   B : Boolean;
begin
   B := (for all I in reverse 1 .. 5 => Eff (I));
   pragma Assert (not B and C = 1);
   C := 0;
   B := (for all X of reverse A => Eff (X));
   pragma Assert (not B and C = 3);
   pragma Assert (for some I in reverse 0 .. 2 => 10 / I > 0);
   pragma Assert (for some X of reverse A => 10 / X = 5);
   pragma Assert (for some I in reverse -2 .. 0 => 10 / I < 0);  --  fails: VC_DIVISION_CHECK
end Quantified_Reverse;
