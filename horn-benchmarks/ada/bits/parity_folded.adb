--  Parity bit by bit, and folded.
with Interfaces; use Interfaces;

procedure Parity_Folded (A : Unsigned_8) is
   Rest : Unsigned_8 := A;
   Odd  : Boolean := False;
   Fold : Unsigned_8 := A;
begin
   while Rest /= 0 loop
      if (Rest and 1) = 1 then
         Odd := not Odd;
      end if;
      Rest := Rest / 2;
   end loop;
   Fold := Fold xor Shift_Right (Fold, 4);
   Fold := Fold xor Shift_Right (Fold, 2);
   Fold := Fold xor Shift_Right (Fold, 1);
   pragma Assert (((Fold and 1) = 1) = Odd);
end Parity_Folded;
