--  An assignment of overlapping slices is by value.
procedure Overlapping_Slices (V : Integer) is
   type Row is array (1 .. 4) of Integer;
   A : Row := (1, 2, 3, V);
begin
   A (2 .. 4) := A (1 .. 3);
   pragma Assert (A (1) = 1 and then A (2) = 1 and then A (3) = 2 and then A (4) = 3);
   A := (1, 2, 3, V);
   A (1 .. 3) := A (2 .. 4);
   pragma Assert (A (1) = 2 and then A (2) = 3 and then A (3) = V and then A (4) = V);
end Overlapping_Slices;
