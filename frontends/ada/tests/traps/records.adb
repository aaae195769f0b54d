procedure Records is
   type Point is record
      X, Y : Integer := 1;
   end record;
   type Line is record
      From, To : Point;
      Name     : String (1 .. 2) := "ab";
   end record;
   type Lines is array (1 .. 3) of Line;
   P : Point;
   L : Line := (From => (1, 2), To => (Y => 4, X => 3), Name => "cd");
   A : Lines;
begin
   pragma Assert (P = (1, 1));
   P.X := 7;
   L.From := P;
   L.To.Y := L.From.X + 1;
   pragma Assert (L.To = (3, 8) and L.From = (7, 1));
   A (2) := L;
   A (2).From.X := 9;
   pragma Assert (A (2).From.X = 9 and L.From.X = 7);
   pragma Assert (A (1).Name = "ab" and A (2).Name (2) = 'd');
   P := (P with delta Y => 5);
   pragma Assert (P = (7, 5));
   L := (L with delta To => P);
   pragma Assert (L.To.Y = 5 and A (3).To.Y = 1);
   P := (others => Integer'Last);
   P.X := P.X + 1;  --  fails: VC_OVERFLOW_CHECK
end Records;
