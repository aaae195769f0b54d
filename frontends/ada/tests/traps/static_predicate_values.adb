--  Reductions over a subtype with a static predicate take only its values; 'Copy_Sign is a function of the type.
procedure Static_Predicate_Values is
   subtype Small is Integer range 1 .. 9 with Static_Predicate => Small in 2 | 4 | 6;
   subtype Share is Float range 0.0 .. 1.0;
   function Sum (A, B : Integer) return Integer is (A + 2 * B);
   S : Share := 0.5;
   X : Float;
   N : Integer;
   Bad : Integer := 0;
begin
   N := [for I in Small => I]'Reduce ("+", 0);
   pragma Assert (N = 12);
   N := [for I in Small => I * I]'Reduce (Sum, 1);
   pragma Assert (N = 113);
   X := Share'Copy_Sign (S, -1.0);
   pragma Assert (X = -0.5);
   begin
      S := Share'Copy_Sign (S, -2.0);
   exception
      when Constraint_Error =>
         Bad := 1;
   end;
   pragma Assert (Bad = 1);
end Static_Predicate_Values;
