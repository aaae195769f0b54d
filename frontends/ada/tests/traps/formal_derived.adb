--  Operations of untagged formal derived types are those of the ancestor (RM 12.5.1 (21)), of an ancestor that is a
--  formal type itself those that it has.
procedure Formal_Derived is
   package Roots is
      type R0 is record
         C : Integer := 0;
      end record;
      function Who (X : R0) return Integer is (10);
      type Color is (Red, Green, Blue);
      function Next (X : Color) return Color is (if X = Color'Last then Color'First else Color'Succ (X));
   end Roots;

   package Others_2 is
      type R2 is new Roots.R0;
      function Who (X : R2) return Integer is (20);
      type R3 is new R2;
      function Who (X : R3) return Integer is (30);
      type Paint is new Roots.Color;
      function Next (X : Paint) return Paint is (Red);
   end Others_2;

   generic
      type F1 is new Roots.R0;
      type F2 is new F1;
   function Sum (X : F1; Y : F2) return Integer;
   function Sum (X : F1; Y : F2) return Integer is (Who (X) * 100 + Who (Y));

   generic
      type C is new Roots.Color;
   package Colors is
      function After (X : C) return C is (Next (X));
      First : constant C := C'First;
      function Is_Last (X : C) return Boolean is (X = C'Last);
   end Colors;

   function Sum_23 is new Sum (Others_2.R2, Others_2.R3);
   function Sum_00 is new Sum (Roots.R0, Roots.R0);
   package Own is new Colors (Roots.Color);
   package Other is new Colors (Others_2.Paint);
   use type Roots.Color;
   use type Others_2.Paint;
   X0 : Roots.R0;
   X2 : Others_2.R2;
   X3 : Others_2.R3;
begin
   pragma Assert (Sum_23 (X2, X3) = 1010);
   pragma Assert (Sum_00 (X0, X0) = 1010);
   pragma Assert (Own.After (Roots.Green) = Roots.Blue and Own.First = Roots.Red);
   pragma Assert (Other.After (Others_2.Green) = Others_2.Blue and Other.Is_Last (Others_2.Blue));
   pragma Assert (Others_2.Who (X3) = 10);  --  fails: VC_ASSERT
end Formal_Derived;
