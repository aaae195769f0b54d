--  `Standard."+"` is the predefined operator, whatever hides it by its symbol: called, renamed, as an actual.
procedure Operators_Of_Standard is
   Four : constant := -4;
   Five : constant := -5;
   One  : constant := -1;
   function "+" (L, R : Integer) return Integer is (Standard."-" (L, R));
   function "<" (L, R : Integer) return Boolean is (abs L > abs R);
   function "-" (R : Integer) return Integer is (0);
   function "=" (L, R : Integer) return Boolean is (L mod 10 < R mod 10);
   function F (L, R : Integer) return Integer is (Standard."+" (L, R));
   function G (L, R : Integer) return Integer renames Standard."+";
   function N (R : Integer) return Integer renames Standard."-";
   function E (L, R : Integer) return Boolean renames Standard."=";
   generic
      with function Op (L, R : Integer) return Integer;
   function Apply (L, R : Integer) return Integer;
   function Apply (L, R : Integer) return Integer is (Op (L, R));
   generic
      with function "<" (L, R : Integer) return Boolean is <>;
   function Max (L, R : Integer) return Integer;
   function Max (L, R : Integer) return Integer is (if L < R then R else L);
   function Own_Sum is new Apply ("+");
   function Sum is new Apply (Standard."+");
   function Own_Max is new Max;
   function Real_Max is new Max (Standard."<");
   X : Integer;
begin
   pragma Assert (E (F (1, 2), 3) and E (G (1, 2), 3) and E (N (4), Four));
   pragma Assert (Standard."=" (N (4), 0) or Standard."<" (N (4), One));
   pragma Assert (E (Own_Sum (5, 2), 3) and E (Sum (5, 2), 7));
   pragma Assert (E (Own_Max (Five, 3), 3) and E (Real_Max (Five, 3), 3));
   pragma Assert (E (Own_Max (3, One), One) and E (Real_Max (3, One), 3));
   X := Standard."+" (4, 5);
   pragma Assert (Standard."=" (X, 9));
   pragma Assert (Standard."/=" (-X, 9) and Standard."=" (-X, 0));
   pragma Assert (Standard."=" (X + 1, 10));  --  fails: VC_ASSERT
end Operators_Of_Standard;
