--  Array assignment slides and keeps the bounds of the target; equality ignores bounds.
procedure Sliding is
   type Vector is array (Integer range <>) of Integer;
   A : Vector (1 .. 3) := (1, 2, 3);
   B : Vector (11 .. 13) := (4, 5, 6);
   C : Vector (1 .. 2) := (1, 2);
   N : Integer := 3;
begin
   A := B;
   pragma Assert (A'First = 1 and A (1) = 4 and A (3) = 6);
   pragma Assert (A = B);
   pragma Assert (A /= C);
   A (1 .. 2) := A (2 .. 3);
   pragma Assert (A = (5, 6, 6));
   A (2 .. N) := A (1 .. N - 1);
   pragma Assert (A (1) = 5 and A (2) = 5 and A (3) = 6);
   A (3 .. 2) := B (20 .. 19);
   A (1 .. N) := C;  --  fails: VC_LENGTH_CHECK
end Sliding;
