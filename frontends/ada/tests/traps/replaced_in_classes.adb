--  Calls in the class of types with other discriminants.
procedure Replaced_In_Classes is
   package Q is
      type R (A : Integer) is tagged record
         X : Integer := 1;
      end record;
      function Op (O : R) return Integer is (O.A);
      type S (B, C : Integer) is new R (C) with record
         Z : Integer := 3;
      end record;
      function Op (O : S) return Integer is (O.B * 100 + O.C);
      type T (D : Integer) is new S (D, 5) with null record;
   end Q;
   use Q;
   function F (X : R'Class) return Integer is (Op (X));
   A : S (1, 2);
   C : T (8);
begin
   A.Z := 10;
   pragma Assert (F (A) = 102 and F (C) = 805);
   pragma Assert (R'Class (C).A = 5);
   pragma Assert (S (R'Class (A)).B = 1 and S (R'Class (A)).Z = 10);
end Replaced_In_Classes;
