--  The expression of an association is evaluated for each component (RM 4.3.3 (23)): each gets an object of its own.
procedure Access_Others is
   type Link is access Integer;
   type Row is array (1 .. 3) of Link;
   type Holder is record
      L : Link := new Integer'(0);
   end record;
   type Holders is array (1 .. 2) of Holder;
   R : Row := (others => new Integer'(1));
   S : Row := (1 .. 2 => new Integer'(2), 3 => null);
   H : Holders;
   A, B : Holder;
begin
   R (1).all := 5;
   pragma Assert (R (2).all = 1 and R (3).all = 1 and R (2) /= R (3));
   S (2).all := 7;
   pragma Assert (S (1).all = 2 and S (3) = null);
   H (1).L.all := 3;
   A.L.all := 4;
   pragma Assert (H (2).L.all = 0 and B.L.all = 0);
   A := B;
   A.L.all := 6;
   pragma Assert (B.L.all = 0);  --  fails: VC_ASSERT
end Access_Others;
