--  A range constraint in a quantified expression, a reduction and a delta aggregate belongs to its subtype unless the
--  range is null (RM 3.2.2 (11)).
procedure Ranges_In_Expressions is
   function Id (X : Integer) return Integer is (X);
   type Row is array (Integer range <>) of Integer;
   A : Integer := Id (0);
   R : Row (0 .. 3) := (others => 1);
   B : Boolean;
   S : Integer := 0;
begin
   B := (for all J in Positive range A + 1 .. 3 => R (J) = 1);
   pragma Assert (B);
   B := (for all J in Positive range Id (1) .. Id (3) => (for some K in Positive range J .. Id (3) => R (K) = 1));
   pragma Assert (B);
   B := (for some J in Positive range A .. A - 1 => R (J) = 1);
   pragma Assert (not B);
   begin
      S := [for J in Positive range A .. 3 => R (J)]'Reduce ("+", 0);
   exception
      when Constraint_Error => S := 5;
   end;
   pragma Assert (S = 5);
   begin
      R := (R with delta Positive range A .. 2 => 4);
   exception
      when Constraint_Error => S := 6;
   end;
   pragma Assert (S = 6 and R (1) = 1);
   R := (R with delta Positive range A + 1 .. 2 => 4);
   pragma Assert (R (1) = 4 and R (0) = 1);
   B := (for all J in Positive range A .. 3 => R (J) > 0);  --  fails: VC_RANGE_CHECK
   pragma Assert (B);
end Ranges_In_Expressions;
