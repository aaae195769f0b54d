--  Sums over two enumerations.
procedure Enum_Grid (Seed : Natural) is
   type Day is (Mon, Tue, Wed, Thu, Fri, Sat, Sun);
   type Shift is (Early, Late, Night);
   type Plan is array (Day, Shift) of Natural range 0 .. 9;
   P : Plan := (others => (others => 2));
   Total, Weekend : Natural := 0;
begin
   P (Wed, Late) := Seed mod 10;
   P (Sun, Night) := Seed / 10 mod 10;
   for D in Day loop
      for S in Shift loop
         Total := Total + P (D, S);
         if D >= Sat then
            Weekend := Weekend + P (D, S);
         end if;
      end loop;
   end loop;
   pragma Assert (Total <= 7 * 3 * 2 + 14);
   pragma Assert (Weekend in 10 .. 19);
   pragma Assert (Total - Weekend = 28 + P (Wed, Late));
end Enum_Grid;
