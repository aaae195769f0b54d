--  The minus in front of a literal is the modular type's operator, which wraps.
procedure Negative_Modular (N : Natural) with
  Pre => N <= 100
is
   type Word is mod 2 ** 32;
   A : constant Word := -1;
   B : constant Word := Word (N) / (-1);
begin
   pragma Assert (A = 2 ** 32 - 1);
   pragma Assert (B = 0);
   pragma Assert (Word (N) + (-1) = Word (N) - 1);
   pragma Assert (if N = 0 then Word (N) + (-1) = A);
end Negative_Modular;
