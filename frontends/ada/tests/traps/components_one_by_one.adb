--  An expression of an aggregate is evaluated for every component that it stands for (RM 4.3.3 (23)), however many there
--  are, and not at all where there are none.
procedure Components_One_By_One is
   type Row is array (Integer range <>) of Integer;
   type Table is array (Integer range <>, Integer range <>) of Integer;
   type Pointer is access Integer;
   type Pointers is array (Integer range <>) of Pointer;

   Calls : Integer := 0;
   function Id (X : Integer) return Integer is (X);
   function Next return Integer is
   begin
      Calls := Calls + 1;
      return Calls;
   end Next;
   function Sum (R : Row) return Integer is
      Total : Integer := 0;
   begin
      for X of R loop
         Total := Total + X;
      end loop;
      return Total;
   end Sum;
begin
   declare
      R : constant Row := (Id (3) .. 6 => Next);
      Q : constant Row (1 .. Id (5)) := (2 .. 3 => 0, others => Next);
      N : constant Row := (Id (3) .. 2 => Next);
   begin
      pragma Assert (R'First = 3 and R'Last = 6 and Sum (R) = 10);
      pragma Assert (Q (2) + Q (3) = 0 and Q (1) + Q (4) + Q (5) = 18);
      pragma Assert (Calls = 7 and N'Length = 0);
   end;
   declare
      T : constant Table := (1 .. 2 => (Id (1) .. 3 => Next));
   begin
      pragma Assert (Calls = 13 and T'Last (2) = 3);
      pragma Assert (T (1, 1) + T (1, 2) + T (1, 3) + T (2, 1) + T (2, 2) + T (2, 3) = 63);
   end;
   declare
      P : Pointers (1 .. Id (3)) := (others => new Integer'(4));
   begin
      P (2).all := 5;
      pragma Assert (P (1).all = 4 and P (3).all = 4);
      pragma Assert (P (1) = P (3));  --  fails: VC_ASSERT
   end;
end Components_One_By_One;
