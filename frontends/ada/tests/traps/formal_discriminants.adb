--  In a generic unit discriminants have the names of the formal type, in the order of the actual one's, also where the
--  actual type has a component, or another discriminant, of that name.
procedure Formal_Discriminants is
   type Rec (A : Positive; B : Positive) is record
      D : Positive := 7;
   end record;
   generic
      type T (B : Positive; D : Positive) is private;
   package Inner is
      type New_T is new T;
      X : New_T (D => 5, B => 6);
      Y : T (1, 2);
      function First return Positive is (X.B);
      function Second return Positive is (X.D);
      function Of_Y return Positive is (Y.B * 10 + Y.D);
   end Inner;
   package Outer is new Inner (Rec);
   function Ident (X : Integer) return Integer is (X);
begin
   pragma Assert (Outer.First = 6 and Outer.Second = 5 and Outer.Of_Y = 12);
   pragma Assert (Outer.X.A = 6 and Outer.X.B = 5 and Outer.X.D = 7);
   if Ident (1) = 1 then
      pragma Assert (Outer.First = 5);  --  fails: VC_ASSERT
   end if;
end Formal_Discriminants;
