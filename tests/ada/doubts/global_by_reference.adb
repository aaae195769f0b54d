--  A record is passed by reference: the callee changes the variable that its parameter is another name of (RM 6.2 (12)).
procedure Global_By_Reference is
   type Point is record
      A, B, C, D, E : Integer := 0;
   end record;
   G : Point;

   procedure Change (X : Point) is
   begin
      G.A := 5;
      pragma Assert (X.A = 0);
   end Change;
begin
   Change (G);
end Global_By_Reference;
