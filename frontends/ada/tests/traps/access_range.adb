--  An assignment through an access value is checked against the designated subtype.
procedure Access_Range is
   type Any_Ref is access Integer;
   type Positive_Ref is access Natural;
   A : Any_Ref := new Integer'(-1);
   S : Positive_Ref := new Natural'(1);
begin
   A.all := A.all - 1;
   pragma Assert (A.all = -2);
   S.all := S.all - 1;
   pragma Assert (S.all = 0);
   S.all := S.all - 1;  --  fails: VC_RANGE_CHECK
end Access_Range;
