--  Parts of an object in a heap as actual parameters: changed in place, and not mixed up with other objects.
procedure Access_Moved is
   type Pair is record
      X, Y : Integer;
   end record;
   type Ref is access Pair;
   procedure Swap (A, B : in out Integer) is
      Old : constant Integer := A;
   begin
      A := B;
      B := Old;
   end Swap;
   procedure Bump (P : in out Pair) is
   begin
      P.X := P.X + 1;
   end Bump;
   function Twice (P : Pair) return Pair is (P.X * 2, P.Y * 2);
   A : Ref := new Pair'(1, 2);
   B : Ref := new Pair'(3, 4);
begin
   Swap (A.X, A.Y);
   pragma Assert (A.all = (2, 1));
   Swap (A.X, B.Y);
   pragma Assert (A.X = 4 and B.Y = 2 and B.X = 3);
   Bump (A.all);
   Bump (B.all);
   pragma Assert (A.X = 5 and B.X = 4);
   A.all := Twice (B.all);
   pragma Assert (A.all = (8, 4) and B.all = (4, 2));
   B := A;
   Bump (B.all);
   pragma Assert (A.X = 8);  --  fails: VC_ASSERT
end Access_Moved;
