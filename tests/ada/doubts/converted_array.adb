--  A component of a converted array is one of the array with another index (RM 4.6 (37, 38)): GNAT passes it by
--  reference, and the assertion fails.
procedure Converted_Array is
   type Pair is record
      L, M, N, O, P, Q : Integer := 0;
   end record;
   type P1 is array (1 .. 4) of Pair;
   type P2 is array (11 .. 14) of Pair;
   B : P1;
   procedure Copy (X : Pair; Y : in out Pair) is
   begin
      Y.L := 5;
      pragma Assert (X.L = 0);
   end Copy;
begin
   Copy (P2 (B) (12), B (2));
end Converted_Array;
