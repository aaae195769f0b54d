--  The predicate of a subtype is evaluated only for values in its range.
procedure Membership_Predicate is
   type Count is mod 2 ** 16;
   C : Count := 0;
   function F (N : Integer) return Boolean is
   begin
      C := C + 1;
      return N mod 2 = 0;
   end F;
   subtype S is Integer range 1 .. 10 with Dynamic_Predicate => F (S);
   subtype T is S with Dynamic_Predicate => T /= 4;
   X : Integer := 11;
   B : Boolean;
begin
   B := X in S;
   pragma Assert (C = 0 and not B);
   X := 0;
   B := X in 5 | S;
   pragma Assert (C = 0 and not B);
   X := 4;
   B := X in T;
   pragma Assert (C = 1 and not B);
   B := X in S and X + 2 in T;
   pragma Assert (C = 3 and B);
   X := 12;
   B := X in S;
   pragma Assert (C = 4);  --  fails: VC_ASSERT
end Membership_Predicate;
