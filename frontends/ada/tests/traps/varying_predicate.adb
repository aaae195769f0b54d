--  A value of a subtype whose predicate looks at a variable may not satisfy it any more: it is checked again wherever
--  it is converted to the subtype, also from that itself.
procedure Varying_Predicate is
   Limit : Integer := 10;
   subtype Small is Integer with Dynamic_Predicate => Small < Limit;
   A : constant Small := 7;
   B : Small := 2;

   function Same (X : Small) return Integer is
   begin
      return X + 0;
   end Same;
begin
   B := A;
   pragma Assert (Same (A) = 7);
   Limit := 8;
   B := A;
   Limit := 5;
   pragma Assert (B = 7 and A not in Small);
   B := A;  --  fails: VC_PREDICATE_CHECK
end Varying_Predicate;
