--  Above the highest one there is none. With a slip.
with Interfaces; use Interfaces;

procedure Highest_Bit_Slip (A : Unsigned_16) is
   K : Natural := 0;
begin
   if A /= 0 then
      for I in 0 .. 14 loop
         if Shift_Right (A, I) /= 0 then
            K := I;
         end if;
      end loop;
      pragma Assert (Shift_Right (A, K) = 1);
   end if;
end Highest_Bit_Slip;
