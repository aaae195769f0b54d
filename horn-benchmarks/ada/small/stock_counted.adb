--  Sums and counts over the values of an enumeration.
with Small_Arrays; use Small_Arrays;

procedure Stock_Counted (S : Stock) is
   Sum   : Natural := 0;
   Empty : Natural := 0;
begin
   if (for all N of S => N <= 1_000) then
      for C in Color loop
         Sum := Sum + S (C);
         if S (C) = 0 then
            Empty := Empty + 1;
         end if;
      end loop;
      pragma Assert (Sum <= 5_000 and Empty <= 5);
      pragma Assert ((Sum = 0) = (Empty = 5));
   end if;
end Stock_Counted;
