--  Objects of class-wide types keep their tags: assignments need equal ones, and so do operands of one call (RM 5.2).
procedure Tags_Of_Class is
   package Types is
      type A is tagged record
         X : Integer := 1;
      end record;
      function Sum (L, R : A) return Integer is (L.X + R.X);
      function Copy (V : A) return A is (V);
      type B is new A with record
         Y : Integer := 2;
      end record;
      overriding function Sum (L, R : B) return Integer is (L.X + L.Y + R.X + R.Y);
      overriding function Copy (V : B) return B is (V.X, V.Y + 1);
   end Types;
   use Types;
   VA : A;
   VB : B;
   CA : A'Class := VA;
   CB : A'Class := VB;
   CC : A'Class := Copy (CB);
   Handled : Boolean := False;
   function Tried (L, R : A'Class) return Integer is (Sum (L, R));
   Total : Integer := 0;
begin
   pragma Assert (Tried (CA, VA) = 2 and Tried (CB, VB) = 6);
   pragma Assert (CC in B and then B (CC).Y = 3);
   begin
      Total := Tried (CA, CB);
   exception
      when Constraint_Error => Handled := True;
   end;
   pragma Assert (Handled and Total = 0);
   CB := CC;
   pragma Assert (B (CB).Y = 3);
   VB := B (CC);
   CA := A'Class (A'(X => 9));
   pragma Assert (CA.X = 9);
   CA := CB;  --  fails: VC_TAG_CHECK
end Tags_Of_Class;
