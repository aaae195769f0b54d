--  "/=" by its name is the complement of what "=" gives in a call that dispatches; objects with different tags are not
--  equal (RM 3.9.2 (16), 6.6 (6)).
procedure Unequal_By_Name is
   package Q is
      type T is tagged record
         V : Integer := 0;
      end record;
      function "=" (L, R : T) return Boolean is (abs L.V = abs R.V);
      type U is new T with record
         W : Integer := 0;
      end record;
      overriding function "=" (L, R : U) return Boolean is (L.W = R.W);
   end Q;
   use type Q.T;
   A : Q.T := (V => 3);
   B : Q.T := (V => -3);
   C : Q.U := (V => 3, W => 1);
   D : Q.U := (V => 4, W => 1);
   function Differ (L, R : Q.T'Class) return Boolean is (Q."/=" (L, R));
   function Same (L, R : Q.T'Class) return Boolean is (Q."=" (L, R));
begin
   pragma Assert (not Differ (A, B) and Same (A, B));
   pragma Assert (not Differ (C, D) and Same (C, D));
   pragma Assert (Differ (A, C) and not Same (A, C));
   A.V := 4;
   pragma Assert (Differ (A, B));
end Unequal_By_Name;
