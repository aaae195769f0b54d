--  An assignment of arrays of different lengths raises.
procedure Lengths_Differ (N : Integer) with
  Pre => N in 1 .. 5
is
   type Row is array (Integer range <>) of Integer;
   A : Row (1 .. 3) := (others => 0);
   B : constant Row (1 .. N) := (others => 1);
begin
   A := B;
   pragma Assert (A (3) = 1);
end Lengths_Differ;
