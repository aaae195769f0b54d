--  Of two operands of a quantified condition the second one fails at an index in front of where the first one would.
procedure Shorter_Operand is
   type Numbers is array (Positive range <>) of Integer;

   procedure Compare (A, B : Numbers; Count : Positive) is
   begin
      pragma Assert (for all I in 1 .. Count => A (I) = B (I)); --  fails: VC_INDEX_CHECK
   end Compare;
begin
   Compare ((1, 2), (1, 2, 3), 2);
   Compare ((1, 1), (1 => 1), 3);
end Shorter_Operand;
