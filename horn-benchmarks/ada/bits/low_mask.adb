--  The lowest bits, one by one.
with Interfaces; use Interfaces;

procedure Low_Mask (N : Natural) is
   Mask : Unsigned_32 := 0;
begin
   if N < 32 then
      for I in 1 .. N loop
         Mask := Mask * 2 + 1;
      end loop;
      pragma Assert (Mask = 2 ** N - 1);
   end if;
end Low_Mask;
