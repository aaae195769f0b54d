--  Two access values for one object are told from those for two objects with the same value.
procedure Access_Alias is
   type Link is access Integer;
   A : Link := new Integer'(1);
   B : Link := A;
   C : Link := new Integer'(1);
begin
   pragma Assert (A = B and A /= C);
   pragma Assert (A.all = C.all);
   B.all := 2;
   pragma Assert (A.all = 2 and C.all = 1);
   C := A;
   B := new Integer'(7);
   C.all := 3;
   pragma Assert (A.all = 3 and B.all = 7);
   A := B;
   pragma Assert (C.all = 7);  --  fails: VC_ASSERT
end Access_Alias;
