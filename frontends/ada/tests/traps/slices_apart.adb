--  A slice of a slice is one of the array, with the same indices: two of them may have nothing in common, and are
--  no names of one object then (RM 4.1.2 (5), 6.2 (12)).
procedure Slices_Apart is
   type S is array (Integer range <>) of Integer;
   N : S (1 .. 8) := (1, 2, 3, 4, 5, 6, 7, 8);
   procedure P (X : S; Y : in out S; Z : out Integer) is
   begin
      Y (Y'First) := 10;
      Z := 11;
      pragma Assert (X (X'First) = 4);
   end P;
begin
   P (N (2 .. 7) (4 .. 5), N (1 .. 4) (1 .. 3), N (2 .. 7) (2 .. 6) (6));
   pragma Assert (N (1) = 10 and N (6) = 11);
   pragma Assert (N (4) = 5);  --  fails: VC_ASSERT
end Slices_Apart;
