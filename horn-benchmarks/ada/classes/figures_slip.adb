with Figures; use Figures;

--  Every second figure is a square: the conversion fails for it.
procedure Figures_Slip (N : Positive) is
   type Rectangle_Ref is access all Rectangle'Class;
   Last : Figure_Ref;
   R    : Rectangle_Ref;
begin
   for I in 1 .. N loop
      if I mod 2 = 1 then
         Last := new Rectangle'(Visible => True, Width => 3, Height => 4);
      else
         Last := new Square'(Visible => True, Length => 5);
      end if;
      pragma Assert (Area_Of (Last) >= 12);
   end loop;
   R := Rectangle_Ref (Last);
   Widen (Last);
   pragma Assert (R.Width = 4);
end Figures_Slip;
