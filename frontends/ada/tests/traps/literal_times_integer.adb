--  RM 4.5.5 (19): a real literal beside an Integer is of the fixed point type that the context wants, however far away.
procedure Literal_Times_Integer is
   type Money is delta 0.25 range -100.0 .. 100.0;
   type Long is delta 0.001 digits 20;
   type One is mod 1;
   function Twice (M : Money) return Money is (2 * M);
   N : Integer := 3;
   X : Money := 1.5;
   D : Duration := 1.0;
   L : constant Long := 1.5;
   V : One := 0;
begin
   X := X + 0.5 * N;
   pragma Assert (X = 3.0);
   pragma Assert (X > 0.5 * N and X in 0.5 * N .. 10.0);
   pragma Assert (Twice (0.5 * N) = 3.0);
   X := -(N * 0.5);
   pragma Assert (X = -1.5);
   D := D + 0.5 * N;
   pragma Assert (D = 2.5);
   V := One'Succ (V);
   pragma Assert (V = 0 and L = 1.5);
   pragma Assert (X > 0.5 * N);  --  fails: VC_ASSERT
end Literal_Times_Integer;
