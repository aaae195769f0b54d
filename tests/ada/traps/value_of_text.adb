--  A text that is no image raises Constraint_Error (RM 3.5 (55)); blanks around it and underlines in it are fine.
procedure Value_Of_Text (Kind : Integer) is
   type Color is (Red, Green, Blue);
   A : constant Integer := Integer'Value (" -1_20 ");
   C : Color := Color'Value ("green");
   D : Color := Red;
begin
   pragma Assert (A = -120 and C = Green);
   begin
      C := Blue;
      D := Color'Value ("Pink");
      C := Red;
   exception
      when Constraint_Error =>
         D := Green;
   end;
   pragma Assert (C = Blue and D = Green);
   pragma Assert (Kind /= 1 or C = Red);
end Value_Of_Text;
