--  The result of a concatenation of a constrained type starts at the first index (RM 4.5.3 (7)), and must fit.
procedure Concatenation_Of_Constrained is
   procedure Run (N : Natural) with
     Pre => N in 1 .. 3
   is
      type List is array (1 .. 3) of Integer;
      A : constant List := (1, 2, 3);
      B : List;
   begin
      B := A (2 .. 3) & N;
      pragma Assert (B (1) = 2 and B (3) = N);
      B := A (3 .. 2) & A;
      pragma Assert (B = A);
      B := List'(A (2 .. 2) & A (2 .. 3));
      pragma Assert (B (2) = 2);
      B := A (1 .. N) & A (2 .. 3);  --  fails: VC_RANGE_CHECK
   end Run;
begin
   Run (1);
   Run (2);
end Concatenation_Of_Constrained;
