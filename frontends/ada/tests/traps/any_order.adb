--  Operands and actual parameters of which one changes what another one reads: whatever order the compiler takes, what
--  holds for each order holds (RM 1.1.4 (18), 6.4 (10)).
procedure Any_Order is
   type Pair is array (1 .. 2) of Integer;
   type Pair_Link is access Pair;
   type Link is access Integer;
   X : Integer := 1;
   P : Link := new Integer'(7);
   R : Integer;
   function F return Integer is
   begin
      X := X + 1;
      return X;
   end F;
   function G (By : Integer) return Integer is
   begin
      X := X * By;
      return X;
   end G;
   function Made (V : Integer) return Link is
   begin
      return new Integer'(V);
   end Made;
   function Pair_Of (V : Integer) return Pair_Link is
   begin
      X := X + 1;
      return new Pair'(V, V);
   end Pair_Of;
   procedure Take (A, B : Integer := F) is
   begin
      pragma Assert (A /= B and A in 2 .. 3 and B in 2 .. 3);
   end Take;
   function Sum (A, B, C : Integer) return Integer is (A + B + C);
begin
   Take;
   pragma Assert (X = 3);
   R := X + F;
   pragma Assert (X = 4 and R in 7 .. 8);
   pragma Assert (P.all /= 7 or Made (8).all /= 8 or P.all = 7);
   X := 2;
   R := Sum (F, G (2), G (3));
   pragma Assert (X in 13 .. 18);
   pragma Assert (if X = 18 then R = 3 + 6 + 18 or R = 6 + 18 + 3);
   X := 0;
   Pair_Of (3).all := (20, 21);
   pragma Assert (X = 1);
end Any_Order;
