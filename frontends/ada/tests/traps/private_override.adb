--  What a type inherits visibly and overrides in the private part is overridden by the operations of its descendants.
procedure Private_Override is
   package Shapes is
      type T is tagged null record;
      function Id (O : T) return Integer is (1);
      type U is new T with null record;
      function Own (O : T'Class) return Integer is (Id (O));
   private
      overriding function Id (O : U) return Integer is (2);
   end Shapes;
   package Local is
      type V is new Shapes.U with null record;
      overriding function Id (O : V) return Integer is (3);
   end Local;
   A : Shapes.U;
   B : Local.V;
begin
   pragma Assert (Shapes.Own (A) = 2 and Shapes.Id (A) = 2);
   pragma Assert (Shapes.Id (Shapes.T'Class (B)) = 3);
   pragma Assert (Shapes.Id (Shapes.U'Class (B)) = 3);
   pragma Assert (Local.Id (B) = 3);
   pragma Assert (Shapes.Own (B) /= 3);  --  fails: VC_ASSERT
end Private_Override;
