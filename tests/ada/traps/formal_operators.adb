--  Operators of formal types are the predefined ones of the actual type, unless they are formal functions (RM 12.3 (18)); a choice
--  of a membership test is compared by the predefined equality too, if it is a scalar (RM 4.5.2 (28)).
procedure Formal_Operators (N : Integer) is
   package Rings is
      type Five is new Integer;
      function "=" (L, R : Five) return Boolean is (Integer (L) mod 5 = Integer (R) mod 5);
   end Rings;
   use Rings;
   generic
      type T is private;
   function Same (A, B : T) return Boolean;
   function Same (A, B : T) return Boolean is
   begin
      return A = B;
   end Same;
   generic
      type T is private;
      with function "=" (L, R : T) return Boolean is <>;
   function Same_As (A, B : T) return Boolean;
   function Same_As (A, B : T) return Boolean is
   begin
      return A = B;
   end Same_As;
   function Plain is new Same (Five);
   function Own is new Same_As (Five);
   X : constant Five := (if N in 0 .. 20 then Five (N) else 6);
begin
   pragma Assert (if X = 1 then Own (1, X));
   pragma Assert (if Plain (1, X) then Integer (X) = 1);
   pragma Assert (if X in 1 then Integer (X) = 1);
   pragma Assert (Plain (3, X) or else not Own (3, X) or else Integer (X) /= 8);
end Formal_Operators;
