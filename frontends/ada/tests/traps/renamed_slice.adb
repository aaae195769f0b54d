--  A renamed slice has the bounds it had where it was renamed.
procedure Renamed_Slice is
   procedure Run (N : Integer) with
     Pre => N in 2 .. 4
   is
      type List is array (Integer range <>) of Integer;
      A : List (1 .. 5) := (others => 0);
      L : Integer := N;
      X : List renames A (L .. 4);
   begin
      L := 1;
      X := (others => 3);
      pragma Assert (A (N) = 3 and A (1) = 0);
      for Y of X loop
         Y := 9;
      end loop;
      pragma Assert (X'First = N and A (4) = 9 and A (5) = 0);
      X (X'First) := 7;
      pragma Assert (A (N) = 7);
   end Run;
begin
   Run (2);
   Run (4);
end Renamed_Slice;
