--  The equality of components of record types is their own (RM 4.5.2 (24)), and so is that of a membership test (28.1).
procedure Own_Equality is
   procedure Run (N : Integer) is
      type Item is record
         Key, Value : Integer;
      end record;
      function "=" (X, Y : Item) return Boolean is (X.Key = Y.Key);
      type Pair is record
         A, B : Item;
      end record;
      type List is array (Integer range <>) of Item;
      X : constant Item := (1, N);
      Y : constant Item := (1, 5);
      L : constant List (1 .. 3) := (others => X);
      M : constant List (4 .. 6) := (others => Y);
   begin
      pragma Assert (X = Y and not (X /= Y));
      pragma Assert (X in (2, 5) | Y and X not in (2, N));
      pragma Assert (Pair'(X, Y) = Pair'(Y, X));
      pragma Assert (L = M and L (1 .. 2) = M (5 .. 6) and L /= M (4 .. 5));
      pragma Assert (X.Value /= 5);  --  fails: VC_ASSERT
   end Run;
begin
   Run (4);
   Run (5);
end Own_Equality;
