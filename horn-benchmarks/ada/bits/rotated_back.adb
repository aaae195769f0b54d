--  Rotated left and right again.
with Interfaces; use Interfaces;

procedure Rotated_Back (A : Unsigned_32; N : Natural) is
   Left, Right : Unsigned_32;
begin
   if N in 1 .. 31 then
      Left := Shift_Left (A, N) or Shift_Right (A, 32 - N);
      Right := Shift_Right (Left, N) or Shift_Left (Left, 32 - N);
      pragma Assert (Right = A);
   end if;
end Rotated_Back;
