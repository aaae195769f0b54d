--  GNAT raises nothing here, against the manual: it shifts, and looks at codes that leave gaps.
procedure Left_Out_By_Gnat is
   type Byte is mod 2 ** 8;
   type Color is (Red, Green, Blue);
   for Color use (2, 5, 9);

   function Halves (X : Byte; N : Natural) return Integer is
   begin
      return Integer (X / 2 ** N);
   exception
      when Constraint_Error => return -1;
   end Halves;

   function Next (C : Color) return Boolean is
      D : Color;
   begin
      D := Color'Succ (C);
      return D = C or True;
   exception
      when Constraint_Error => return False;
   end Next;
begin
   pragma Assert (Halves (77, 7) = 0);
   pragma Assert (Next (Green));
   pragma Assert (Halves (77, 8) = 0);
   pragma Assert (Halves (77, 9) = -1);
   pragma Assert (Next (Blue));
end Left_Out_By_Gnat;
