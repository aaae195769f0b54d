--  What a class-wide access value designates keeps its tag when it is assigned.
procedure Access_Tagged_Assigned is
   package P is
      type T;
      type T is tagged record
         N : Integer := 1;
      end record;
      type U is new T with null record;
   end P;
   type Ref is access P.T'Class;
   A : Ref := new P.U'(N => 1);
   B : Ref := new P.U'(N => 2);
   C : Ref := new P.T'(N => 3);
begin
   A.all := B.all;
   pragma Assert (A.N = 2 and A /= B);
   P.T (A.all) := P.T (C.all);
   pragma Assert (A.N = 3 and A.all in P.U);
   A.all := C.all;  --  fails: VC_TAG_CHECK
end Access_Tagged_Assigned;
