--  The subtype of the components of an array is elaborated once: they all have its bounds, written or not.
procedure Rows_Of_One_Length (N, M : Positive; Gap : Natural) is
   type Row is array (1 .. N) of Integer;
   type Rows is array (1 .. M) of Row;
   type Grid is array (1 .. M, Boolean) of Row;
   type Flags is array (1 .. 3) of Boolean;
   function All_Ready return Flags is
   begin
      return (True, False, True);
   end All_Ready;
   R : Rows;
   G : Grid;
   F : Flags;
begin
   F := not All_Ready;
   pragma Assert (F (2) and not F (1));
   R (1) (1) := 5;
   pragma Assert (R (1)'Length = N);
   R (M) (N) := 6;
   G (M, True) (N) := 7;
   pragma Assert (G (M, True)'Last = G (M, False)'Last);
   pragma Assert (R (M) (N) + G (M, True) (N) = 13);
   if Gap < M then
      R (M - Gap) (N) := 8;
      pragma Assert (R (M) (N) = 6);
   end if;
end Rows_Of_One_Length;
