--  The constants of 'Loop_Entry are made in front of the first iteration, and not where there is none; they are copies,
--  whose predicates nobody checks. Behind the attribute may stand the name of a loop, or an index.
procedure Loop_Entry is
   function Id (X : Integer) return Integer is (X);
   type Pair is record
      Low, High : Integer;
   end record;
   subtype Ordered is Pair with Dynamic_Predicate => Ordered.Low <= Ordered.High;
   type Row is array (1 .. 3) of Integer;
   A : Row := (1, 2, 3);
   V : Ordered := (1, 2);
   N : Integer := Id (0);
   Rounds : Integer := 0;
begin
   for K in 1 .. N loop
      pragma Loop_Invariant (A (N)'Loop_Entry = 3);
      A (K) := 0;
   end loop;
   while N > 0 loop
      pragma Loop_Invariant (A (N)'Loop_Entry = 3);
      N := N - 1;
   end loop;
   for X of A (1 .. N) loop
      pragma Loop_Invariant (A (N)'Loop_Entry = 3);
      X := 0;
   end loop;
   N := Id (3);
   while N > 0 loop
      pragma Loop_Invariant (A (N)'Loop_Entry = N and A'Loop_Entry (3) = 3 and A (3)'Loop_Entry = 3);
      A (N) := 7;
      N := N - 2;
      exit when N = 1;
   end loop;
   pragma Assert (N = 1 and A = (1, 2, 7));
   V.Low := 5;
   for K in 1 .. 2 loop
      pragma Loop_Invariant (V'Loop_Entry.Low = 5);
      V.Low := 6;
   end loop;
   Outer : for I in 1 .. 2 loop
      Rounds := Rounds + 1;
      for J in 1 .. 2 loop
         Rounds := Rounds + 10;
         pragma Loop_Invariant (Rounds'Loop_Entry (Outer) = 0 and A'Loop_Entry (Outer) (3) = 7);
         pragma Loop_Invariant (Rounds'Loop_Entry = (if I = 1 then 1 else 22));
      end loop;
      pragma Loop_Invariant (Rounds'Loop_Entry = 0 and Rounds'Loop_Entry (Outer) = 0);
   end loop Outer;
   pragma Assert (Rounds = 42 and V.Low = 6);
   loop
      exit when N = 0;
      N := N - 1;
      pragma Loop_Invariant (N'Loop_Entry = 1);
   end loop;
   loop
      exit when N = 0;
      pragma Loop_Invariant (A (N)'Loop_Entry = 1);  --  fails: VC_INDEX_CHECK
   end loop;
end Loop_Entry;
