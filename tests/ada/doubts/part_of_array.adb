--  Two parameters that are components or slices of one array may meet (SPARK RM 6.4.2); disjoint ones do not.
procedure Part_Of_Array is
   type Row is array (Positive range <>) of Integer;
   G    : Row (1 .. 6) := (others => 0);
   From : Positive := 1;

   procedure Copy (X : in out Row; Y : Row) is
   begin
      X (X'First) := 5;
      pragma Assert (Y (Y'Last) = 0);
   end Copy;
begin
   Copy (G (4 .. 6), G (From .. 3));
   From := 3;
   Copy (G (3 .. 6), G (1 .. From));
end Part_Of_Array;
