--  Components move around a ring.
with Small_Arrays; use Small_Arrays;

procedure Rotated (Given : Eight; By : Natural) is
   V : Eight := (others => 0);
begin
   if By < 8 then
      for I in 1 .. 8 loop
         V ((I - 1 + By) mod 8 + 1) := Given (I);
      end loop;
      pragma Assert (for all I in 1 .. 8 => V (I) = Given ((I - 1 + 8 - By) mod 8 + 1));
   end if;
end Rotated;
