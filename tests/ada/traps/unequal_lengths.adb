--  Arrays of different lengths are unequal; that is no error.
procedure Unequal_Lengths (N : Integer) with
  Pre => N in 1 .. 5
is
   type Row is array (Integer range <>) of Integer;
   A : constant Row (1 .. 3) := (others => 1);
   B : constant Row (1 .. N) := (others => 1);
begin
   pragma Assert ((A = B) = (N = 3));
end Unequal_Lengths;
