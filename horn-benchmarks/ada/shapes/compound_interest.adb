--  Ten years of interest.
procedure Compound_Interest (Rate : Float) with Pre => Rate in 0.0 .. 0.1 is
   Capital : Float := 1_000.0;
begin
   for Year in 1 .. 10 loop
      Capital := Capital + Capital * Rate;
      pragma Assert (Capital >= 1_000.0);
   end loop;
   pragma Assert (Capital <= 2_600.0);
end Compound_Interest;
