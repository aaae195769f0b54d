procedure Cases is
   type Colour is (Red, Green, Blue);
   C : Colour := Green;
   N : Integer := 7;
   R : Integer := 0;
begin
   case C is
      when Red => R := 1;
      when Green | Blue => R := 2;
   end case;
   pragma Assert (R = 2);
   case N is
      when Integer'First .. 0 => R := 3;
      when 1 .. 5 | 7 => R := 4;
      when others => R := 5;
   end case;
   pragma Assert (R = 4);
   R := (case C is when Red => 10, when others => Colour'Pos (C));
   pragma Assert (R = 1);
   pragma Assert (Colour'Succ (C) = Blue and Colour'Val (0) = Red and Colour'Last = Blue);
   pragma Assert (C in Green .. Blue and N not in 1 .. 5 | 8);
   C := Colour'Succ (C);
   C := Colour'Succ (C);  --  fails: VC_RANGE_CHECK
end Cases;
