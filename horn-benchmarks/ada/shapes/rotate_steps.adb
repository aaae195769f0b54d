--  A rotation step by step.
with Interfaces; use Interfaces;
procedure Rotate_Steps (X : Unsigned_32; N : Natural) with Pre => N <= 32 is
   Y : Unsigned_32 := X;
begin
   for I in 1 .. N loop
      Y := Shift_Left (Y, 1) or Shift_Right (Y, 31);
   end loop;
   pragma Assert (Y = Rotate_Left (X, N));
end Rotate_Steps;
