--  A subtype that excludes null.
procedure Access_Exclusion is
   type Link is access Integer;
   subtype Always is not null Link;
   N : Link;
   A : Always := new Integer'(1);
   procedure Next (L : in out Always) is
   begin
      L := new Integer'(L.all + 1);
   end Next;
begin
   Next (A);
   pragma Assert (A.all = 2);
   N := A;
   Next (N);
   pragma Assert (N.all = 3 and A.all = 2);
   pragma Assert (N in Always);
   N := null;
   pragma Assert (N not in Always);
   Next (N);  --  fails: VC_NULL_EXCLUSION
end Access_Exclusion;
