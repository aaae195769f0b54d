--  An operator on literals is that of the modular type which the context wants, and wraps around.
procedure Modular_Literals is
   type Small is mod 2**5;
   V : Small := 20 + 20;
   function Same (X : Small) return Small is (X);
begin
   pragma Assert (V = 8);
   V := 3 - 5;
   pragma Assert (V = 30);
   V := 20 * 20 / 3;
   pragma Assert (V = 5);
   V := 2 ** 6 + 1;
   pragma Assert (V = 1);
   V := (2 or 1) + 4;
   pragma Assert (V = 7);
   pragma Assert (Same (4 - (2 and 3)) = 2);
   V := (19 - 16) rem (2 or 1);
   pragma Assert (V = 0);
   pragma Assert (Small'Max (31 + 1, 0) = 0);
   pragma Assert (Same (30 + 30) = 27);  --  fails: VC_ASSERT
end Modular_Literals;
