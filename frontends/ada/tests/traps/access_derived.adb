--  Types derived from an access type designate the same objects.
procedure Access_Derived is
   type Link is access all Integer;
   type Own is new Link;
   type Other is access all Integer;
   A : Link := new Integer'(1);
   B : Own := Own (A);
   C : Other := Other (A);
begin
   B.all := 2;
   pragma Assert (A.all = 2 and C.all = 2);
   C.all := 3;
   pragma Assert (Link (B) = A and B.all = 3 and Other (B) = C);
   B := new Integer'(4);
   pragma Assert (A.all = 3 and Link (B) /= A);
   A := null;
   C := Other (A);
   pragma Assert (C = null);
   A := Link (B);
   A.all := C.all;  --  fails: VC_DEREFERENCE_CHECK
end Access_Derived;
