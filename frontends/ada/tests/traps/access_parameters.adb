--  A parameter of mode in is constant, what it designates is not.
procedure Access_Parameters is
   type Link is access all Integer;
   procedure Double (X : access Integer) is
   begin
      X.all := 2 * X.all;
   end Double;
   procedure Set (X : Link; To : Integer) is
   begin
      X.all := To;
   end Set;
   function Value (X : not null access constant Integer) return Integer is (X.all);
   procedure Add (X, Y : access Integer) is
   begin
      X.all := X.all + 1;
      Y.all := Y.all + 1;
   end Add;
   V : aliased Integer := 3;
   L : Link := new Integer'(5);
begin
   Double (L);
   Double (V'Access);
   pragma Assert (L.all = 10 and V = 6);
   Set (V'Access, 1);
   pragma Assert (Value (V'Access) = 1 and Value (L) = 10);
   Add (V'Access, L);
   pragma Assert (V = 2 and L.all = 11);
   L := V'Access;
   Add (V'Access, L);
   pragma Assert (V = 4);
   V := 5;
   pragma Assert (Value (L) = 5);
   pragma Assert (L.all = 4);  --  fails: VC_ASSERT
end Access_Parameters;
