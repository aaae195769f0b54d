--  A change of a component tests no predicate; what is passed or assigned as a whole is tested again (RM 3.2.4 (31)).
procedure Predicate_Of_Whole is
   procedure Run (N : Integer) is
      type Pair is record
         A, B : Integer := 0;
      end record with
        Dynamic_Predicate => Pair.A <= Pair.B;
      function Width (X : Pair) return Integer is (if X.A in 0 .. 9 and X.B in 0 .. 9 then X.B - X.A else 0);
      V : Pair;
      I : Integer;
   begin
      V.A := N;
      V.B := N;
      I := Width (V);
      pragma Assert (I = 0);
      V.B := 1;
      I := Width (V);  --  fails: VC_PREDICATE_CHECK
   end Run;
begin
   Run (1);
   Run (2);
end Predicate_Of_Whole;
