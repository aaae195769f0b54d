--  Ten years of interest. With a slip.
procedure Compound_Interest_Slip (Rate : Float) with Pre => Rate in 0.0 .. 0.1 is
   Capital : Float := 1_000.0;
begin
   for Year in 1 .. 10 loop
      Capital := Capital + Capital * Rate;
      pragma Assert (Capital >= 1_000.0);
   end loop;
   pragma Assert (Capital <= 2_500.0);
end Compound_Interest_Slip;
