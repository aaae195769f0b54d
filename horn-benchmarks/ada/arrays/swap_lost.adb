--  A swap without a temporary loses one of the two values. After SV-COMP array-tiling/revcpyswp2.
with Vectors; use Vectors;

procedure Swap_Lost (A, B : Vector; N : Index) is
   X : Vector := A;
   Y : Vector := B;
begin
   for I in 1 .. N loop
      X (I) := Y (I);
      Y (I) := X (I);
   end loop;

   for I in 1 .. N loop
      pragma Assert (X (I) = B (I));
      pragma Assert (Y (I) = A (I));
   end loop;
end Swap_Lost;
