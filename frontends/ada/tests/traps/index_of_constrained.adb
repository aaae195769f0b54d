--  The index subtype of an array type that is defined with a range has this range (RM 3.6 (9)).
procedure Index_Of_Constrained is
   procedure Run (N : Integer) with
     Pre => N in 0 .. 5
   is
      type List is array (1 .. 3) of Integer;
      A : List := (others => 0);
   begin
      A := (for I in N .. N + 2 => I);  --  fails: VC_RANGE_CHECK
      pragma Assert (A (1) = 1);
   end Run;
begin
   Run (1);
   Run (2);
end Index_Of_Constrained;
