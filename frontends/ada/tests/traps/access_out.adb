--  A parameter of mode out of an access type begins with the value of the actual one (RM 6.4.1 (13)).
procedure Access_Out is
   type Link is access Integer;
   procedure Keep (L : out Link; Make : Boolean) is
   begin
      if Make then
         L := new Integer'(1);
      end if;
   end Keep;
   procedure Read (L : out Link; Value : out Integer) is
   begin
      Value := L.all;
      L := null;
   end Read;
   A : Link;
   V : Integer;
begin
   Keep (A, False);
   pragma Assert (A = null);
   Keep (A, True);
   pragma Assert (A.all = 1);
   Keep (A, False);
   pragma Assert (A.all = 1);
   Read (A, V);
   pragma Assert (V = 1 and A = null);
   Keep (A, False);
   V := A.all;  --  fails: VC_DEREFERENCE_CHECK
end Access_Out;
