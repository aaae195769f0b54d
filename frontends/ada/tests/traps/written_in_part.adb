--  What is passed by reference keeps what an "out" parameter had where nothing is written.
procedure Written_In_Part is
   type Large is array (1 .. 30) of Integer;
   type Limited_One is limited record
      X, Y, Z : Integer;
   end record;
   type Big is record
      P, Q, R, S, T : Integer;
   end record;
   V : Large := (1, 2, 3, others => 0);
   W : Limited_One := (1, 2, 3);
   B : Big := (1, 2, 3, 4, 5);
   N : Large;

   procedure Set (X : out Large; At_Place : Integer) is
   begin
      X (At_Place) := 77;
   end Set;

   procedure Set (X : out Limited_One) is
   begin
      X.Y := 77;
   end Set;

   procedure Set (X : out Big) is
   begin
      X.Q := 77;
   end Set;

   procedure Fill (X : out Large) is
   begin
      for I in X'Range loop
         X (I) := I;
      end loop;
   end Fill;
begin
   Set (V, 2);
   pragma Assert (V (1) = 1 and V (2) = 77);
   Set (W);
   pragma Assert (W.X = 1 and W.Y = 77);
   Set (B);
   pragma Assert (B.P = 1 and B.Q = 77);
   Fill (N);
   pragma Assert (N (7) = 7);
   Set (B);
   pragma Assert (B.T = 6);  --  fails: VC_ASSERT
end Written_In_Part;
