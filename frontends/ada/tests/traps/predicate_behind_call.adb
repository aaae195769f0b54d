--  The predicate of an actual parameter that is passed by reference, behind the call (RM 3.2.4 (32)).
procedure Predicate_Behind_Call is
   procedure Run (N : Integer) is
      type Pair is record
         A, B : Long_Integer := 0;
         C, D : Long_Integer := 0;
      end record with
        Dynamic_Predicate => Pair.A <= Pair.B;
      procedure Set (X : in out Pair; To : Integer) is
      begin
         X.A := Long_Integer (To);
      end Set;
      V : Pair;
   begin
      Set (V, 0);
      Set (V, N);  --  fails: VC_PREDICATE_CHECK
   end Run;
begin
   Run (0);
   Run (-3);
   Run (1);
end Predicate_Behind_Call;
