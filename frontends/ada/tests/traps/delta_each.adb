--  A delta aggregate starts as a copy of its base, which must satisfy the predicate of its own subtype; the expression
--  behind a range is evaluated for every index in it (RM 4.3.4 (21)).
procedure Delta_Each is
   function Id (X : Integer) return Integer is (X);
   type Row is array (1 .. 4) of Integer;
   type Pair is record
      Low, High : Integer := 0;
   end record;
   subtype Ordered is Pair with Dynamic_Predicate => Ordered.Low <= Ordered.High;
   subtype Rising is Row with Dynamic_Predicate => Rising (1) <= Rising (4);
   W : Row := (1, 2, 3, 4);
   R : Rising := (1, 2, 3, 4);
   V : Ordered := (1, 2);
   P : Pair;
   Count : Integer := 0;
   function Next return Integer is
   begin
      Count := Count + 1;
      return Count;
   end Next;
   Failures : Integer := 0;
begin
   W := (W with delta 1 .. 2 => Next, 4 => Next);
   pragma Assert (Count = 3 and W = (1, 2, 3, 3));
   W := (W with delta 1 | 3 => Next);
   pragma Assert (Count = 5 and W = (4, 2, 5, 3));
   P := (P with delta Low | High => Next);
   pragma Assert (Count = 7 and P.Low = 6 and P.High = 7);
   W := (W with delta Id (1) .. Id (4) => Next);
   pragma Assert (Count = 11 and W = (8, 9, 10, 11));
   W := (W with delta Id (3) .. Id (2) => Next);
   pragma Assert (Count = 11 and W = (8, 9, 10, 11));
   P := (V with delta High => 0);
   pragma Assert (P.Low = 1 and P.High = 0);
   V := (P with delta High => 5);
   V.Low := 9;
   begin
      P := (V with delta High => 10);
   exception
      when others => Failures := Failures + 1;
   end;
   P := (Pair (V) with delta High => 10);
   R (1) := 100;
   begin
      W := (R with delta 1 => 0);
   exception
      when others => Failures := Failures + 1;
   end;
   pragma Assert (Failures = 2 and P.High = 10);
   V := V'Update (Low => 1);  --  fails: VC_PREDICATE_CHECK
end Delta_Each;
