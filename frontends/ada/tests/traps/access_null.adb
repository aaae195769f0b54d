--  Access values are null by default, wherever they are; null designates nothing.
procedure Access_Null is
   type Link is access Integer;
   type Row is array (1 .. 3) of Link;
   type Pair is record
      Left, Right : Link;
   end record;
   L : Link;
   R : Row;
   P : Pair;
begin
   pragma Assert (L = null);
   pragma Assert (for all X of R => X = null);
   pragma Assert (P.Left = null and P.Right = null);
   L := new Integer'(4);
   pragma Assert (L /= null and then L.all = 4);
   R (2) := L;
   P.Right := R (2);
   P.Right.all := P.Right.all + 1;
   pragma Assert (L.all = 5);
   P.Left.all := 1;  --  fails: VC_DEREFERENCE_CHECK
end Access_Null;
