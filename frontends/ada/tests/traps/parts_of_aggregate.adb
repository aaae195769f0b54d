--  The parts of an aggregate of several dimensions have the same bounds (RM 4.3.3 (31)).
procedure Parts_Of_Aggregate is
   procedure Run (N : Integer) with
     Pre => N in 1 .. 5
   is
      type Table is array (Integer range <>, Integer range <>) of Integer;
      function Last (X : Table) return Integer is (X'Last (2));
   begin
      pragma Assert (Last (Table'(1 .. 2 => (1 .. N => 0))) = N);
      pragma Assert (Last (Table'(1 => (1 .. N => 1), 2 => (1 .. 3 => 2))) = 3);  --  fails: VC_LENGTH_CHECK
   end Run;
begin
   Run (3);
   Run (2);
end Parts_Of_Aggregate;
