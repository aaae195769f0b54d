--  Predefined operators that are called by another name, or given for a formal function, have operands and results of
--  the base subtype, whatever the profile says.
procedure Base_Of_Operators is
   type Small is new Integer range 0 .. 10;
   function "+" (X, Y : Small) return Small renames "*";
   function Opposite (X : Small) return Small renames "-";

   generic
      type Number is range <>;
      with function Combine (X, Y : Number) return Number;
   procedure Twice (Value : in out Number'Base);
   procedure Twice (Value : in out Number'Base) is
   begin
      Value := Combine (Value, Value);
   end Twice;
   procedure Square is new Twice (Small, "*");

   A, B : Small'Base := -3;
begin
   B := A + B;
   pragma Assert (B = 9);
   A := Opposite (5);
   pragma Assert (A = -5);
   B := 20;
   Square (B);
   pragma Assert (B = 400);
   A := Small (B);  --  fails: VC_RANGE_CHECK
end Base_Of_Operators;
