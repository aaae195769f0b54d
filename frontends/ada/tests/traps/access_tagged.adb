--  Access values keep the tags of objects; conversions and calls look at them.
procedure Access_Tagged is
   package P is
      type T is tagged record
         N : Integer := 1;
      end record;
      type Ref is access all T'Class;
      procedure Op (X : access T; By : Integer);
      function Value (X : T) return Integer is (X.N);
      type U is new T with record
         M : Integer := 10;
      end record;
      overriding procedure Op (X : access U; By : Integer);
      overriding function Value (X : U) return Integer is (X.N + X.M);
      type U_Ref is access all U;
   end P;
   package body P is
      procedure Op (X : access T; By : Integer) is
      begin
         X.N := X.N + By;
      end Op;
      overriding procedure Op (X : access U; By : Integer) is
      begin
         X.M := X.M + By;
      end Op;
   end P;
   use P;
   A : Ref := new T;
   B : Ref := new U'(N => 2, M => 3);
   C : U_Ref := U_Ref (B);
begin
   A.Op (4);
   Op (B, 4);
   pragma Assert (A.Value = 5 and B.all.Value = 9 and C.M = 7);
   T (B.all) := T (A.all);
   pragma Assert (B.Value = 12 and B.all in U and A.all not in U'Class);
   B := new T'Class'(T'Class (C.all));
   pragma Assert (B /= Ref (C) and then B.all = T'Class (C.all));
   C.M := 0;
   pragma Assert (B.Value = 12);
   C := U_Ref (A);  --  fails: VC_TAG_CHECK
end Access_Tagged;
