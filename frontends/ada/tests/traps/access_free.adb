--  Deallocation makes its parameter null, and does nothing to null.
with Ada.Unchecked_Deallocation;
procedure Access_Free is
   type Link is access Integer;
   procedure Free is new Ada.Unchecked_Deallocation (Integer, Link);
   A : Link := new Integer'(1);
   B : Link := new Integer'(2);
begin
   Free (A);
   pragma Assert (A = null and B.all = 2);
   Free (A);
   A := B;
   A.all := 3;
   pragma Assert (B.all = 3);
   B := new Integer'(4);
   Free (B);
   pragma Assert (A.all = 3);
   B.all := 1;  --  fails: VC_DEREFERENCE_CHECK
end Access_Free;
