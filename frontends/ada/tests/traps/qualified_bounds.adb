--  A qualified expression slides nothing (RM 4.7 (4)); an assignment does.
procedure Qualified_Bounds is
   procedure Run (N : Integer) with
     Pre => N in 0 .. 5
   is
      type List is array (Integer range <>) of Integer;
      subtype Three is List (1 .. 3);
      A : Three := (others => 0);
      B : constant List (N .. N + 2) := (others => N);
   begin
      A := B;
      pragma Assert (A (3) = N);
      A := Three'(B);  --  fails: VC_RANGE_CHECK
   end Run;
begin
   Run (1);
   Run (2);
end Qualified_Bounds;
