--  The predicate of the designated subtype is checked at assignments to the whole object.
procedure Access_Predicate is
   subtype Even is Integer with Predicate => Even mod 2 = 0;
   type Link is access Even;
   L : Link := new Even'(2);
   M : Link := L;
   N : Integer := 4;
begin
   L.all := N;
   pragma Assert (M.all = 4 and M.all in Even);
   M.all := M.all + 2;
   pragma Assert (L.all = 6);
   N := 7;
   M.all := N;  --  fails: VC_PREDICATE_CHECK
end Access_Predicate;
