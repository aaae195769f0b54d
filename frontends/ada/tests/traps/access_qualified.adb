--  The initial value of an allocator satisfies the subtype that it names, and the designated subtype.
procedure Access_Qualified is
   type Link is access Integer;
   type Small is access Natural;
   Zero : Integer := 0;
   L : Link;
   S : Small;
begin
   Zero := Zero * 2;
   L := new Positive'(Zero + 1);
   L.all := -5;
   S := new Integer'(Zero + 4);
   pragma Assert (S.all = 4 and L.all = -5);
   S := new Integer'(Zero - 4);  --  fails: VC_RANGE_CHECK
end Access_Qualified;
