--  Assignments and calls in the class of types with other discriminants.
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
   procedure Swap (L, M : in out R'Class) is
      H : constant R'Class := L;
   begin
      L := M;
      M := H;
   end Swap;
   function F (X : R'Class) return Integer is (Op (X));
   A : S (1, 2);
   B : S (1, 2);
   C : T (8);
   procedure Try (X : in out R'Class; Y : R'Class; Fails : Boolean) is
   begin
      X := Y;
      pragma Assert (not Fails);
   exception
      when Constraint_Error =>
         pragma Assert (Fails);
   end Try;
   D : S (1, 3);
begin
   A.Z := 10;
   Swap (A, B);
   pragma Assert (B.Z = 10 and A.Z = 3);
   pragma Assert (F (A) = 102 and F (C) = 805);
   pragma Assert (R'Class (C).A = 5);
   Try (A, B, False);
   Try (A, D, True);
   Try (A, C, True);
   pragma Assert (S (R'Class (A)).B = 1);
end Replaced_In_Classes;
