--  Of several homographs that use clauses make visible names of parameters choose (RM 8.4 (10), 8.6); the operand of 'Val may be
--  of any integer type, and operators of the root type are preferred (RM 8.6 (29)).
procedure Used_Operators (N : Integer) is
   package Odd is
      function Value (A : Integer) return Integer is (A);
   end Odd;
   package Even is
      function Value (B : Integer) return Integer is (if B < 1_000 then 2 * B else 0);
   end Even;
   use Odd, Even;
   type Own is new Integer;
   function "-" (X, Y : Own) return Own is (Own'First);
   I : constant Integer := (if N in 0 .. 10 then N else 4);
begin
   pragma Assert (Own'(3) - 1 = Own'First);
   pragma Assert (Value (A => I) = I);
   pragma Assert (Integer'Val (7 - 3) = 4);
   pragma Assert (Value (B => I) /= 14);
end Used_Operators;
