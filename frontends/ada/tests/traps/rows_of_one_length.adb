--  The subtype of the components of an array is elaborated once: they all have its bounds, written or not.
procedure Rows_Of_One_Length is
   type Text (Length : Natural := 0) is record
      Image : String (1 .. Length);
   end record;

   procedure Fill (N, M : Positive; Gap : Natural) is
      type Row is array (1 .. N) of Integer;
      type Rows is array (1 .. M) of Row;
      type Grid is array (1 .. M, Boolean) of Row;
      R : Rows;
      G : Grid;
   begin
      R (1) (1) := 5;
      pragma Assert (R (1)'Length = N);
      R (M) (N) := 6;
      G (M, True) (N) := 7;
      pragma Assert (G (M, True)'Last = G (M, False)'Last);
      pragma Assert (R (M) (N) + R (1) (1) + G (M, True) (N) = 18);
      R (M - Gap) (N) := 8;
      pragma Assert (R (M) (N) = 6);  --  fails: VC_ASSERT
   end Fill;

   function Ready return Boolean is (True);
   type Flags is array (1 .. 3) of Boolean;
   function All_Ready return Flags is
   begin
      return (True, False, True);
   end All_Ready;
   F : Flags;
begin
   F := not All_Ready;
   pragma Assert (F (2) and not F (1) and Ready);
   Fill (2, 3, 1);
   Fill (2, 3, 0);
end Rows_Of_One_Length;
