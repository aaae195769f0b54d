--  A conversion to an unconstrained array type keeps the bounds, which must belong to the index subtype (RM 4.6 (38)).
procedure Converted_Bounds is
   procedure Run (N : Integer) with
     Pre => N in 1 .. 10
   is
      subtype Index is Integer range 1 .. 10;
      type Free is array (Integer range <>) of Integer;
      type Bound is array (Index range <>) of Integer;
      type Three is array (Index range 1 .. 3) of Integer;
      A : constant Free (N .. N - 1) := (others => 0);
      B : constant Free (N .. N + 2) := (others => 1);
      C : constant Three := Three (B);
      function Lower (X : Bound) return Integer is (X'First);
   begin
      pragma Assert (Lower (Bound (A)) = N);
      pragma Assert (C (1) = 1);
      pragma Assert (Lower (Bound (B (N .. N + 1))) = N);  --  fails: VC_RANGE_CHECK
   end Run;
begin
   Run (1);
   Run (9);
   Run (10);
end Converted_Bounds;
