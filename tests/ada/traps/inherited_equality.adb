--  A function that overrides predefined equality is a primitive operation, and inherited, outside of packages too (RM 3.2.3, 3.4).
procedure Inherited_Equality (N : Integer) is
   type Pair is record
      Key, Extra : Integer;
   end record;
   function "=" (L, R : Pair) return Boolean is (L.Key = R.Key);
   type Copy is new Pair;
   A : constant Copy := (N, 1);
   B : constant Copy := (N, 2);
begin
   pragma Assert (A = B);
   if N > 5 then
      pragma Assert (A /= B);
   end if;
end Inherited_Equality;
