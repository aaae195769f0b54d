--  An assignment of arrays slides: the bounds of the target stay.
procedure Slide (V : Integer) is
   type Row is array (Integer range <>) of Integer;
   A : Row (1 .. 3)   := (others => 0);
   B : Row (11 .. 13) := (others => V);
begin
   B (11) := 1;
   A := B;
   pragma Assert (A (1) = 1 and then A (2) = V and then A (3) = V);
   pragma Assert (A'First = 1 and then A'Last = 3);
   pragma Assert (A = B);
   B (12 .. 13) := A (1 .. 2);
   pragma Assert (B (12) = 1 and then B (13) = V);
end Slide;
