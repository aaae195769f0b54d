--  Above the highest one there is none.
with Interfaces; use Interfaces;

procedure Highest_Bit (A : Unsigned_16) is
   K : Natural := 0;
begin
   if A /= 0 then
      for I in 0 .. 15 loop
         if Shift_Right (A, I) /= 0 then
            K := I;
         end if;
      end loop;
      pragma Assert (Shift_Right (A, K) = 1);
   end if;
end Highest_Bit;
