--  RM 5.2 (7): the name of the target is evaluated in front of the value, or behind it.
procedure Order_Of_Names is
   type Three is array (1 .. 3) of Integer;
   V : Three := (1, 2, 3);
   Place : Integer := 1;
   function Moved (X : Integer) return Integer is
   begin
      Place := 2;
      return X;
   end Moved;
begin
   V (Place) := Moved (9);
   pragma Assert (V (1) = 1);
   pragma Assert (V (3) = 3 and Place = 2);
   Place := Moved (4);
   pragma Assert (Place = 4);
end Order_Of_Names;
