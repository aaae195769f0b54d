--  A minimum is below all, and one of them.
with Small_Arrays; use Small_Arrays;

procedure Minimum_Occurs (V : Eight) is
   Min : Small := V (1);
begin
   for I in 2 .. 8 loop
      if V (I) < Min then
         Min := V (I);
      end if;
   end loop;
   pragma Assert (for all X of V => Min <= X);
   pragma Assert (for some X of V => Min = X);
end Minimum_Occurs;
