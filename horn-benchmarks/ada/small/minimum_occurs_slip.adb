--  A minimum is below all, and one of them. With a slip.
with Small_Arrays; use Small_Arrays;

procedure Minimum_Occurs_Slip (V : Eight) is
   Min : Small := V (1);
begin
   for I in 2 .. 7 loop
      if V (I) < Min then
         Min := V (I);
      end if;
   end loop;
   pragma Assert (for some X of V => Min = X);
   pragma Assert (for all X of V => Min <= X);
end Minimum_Occurs_Slip;
