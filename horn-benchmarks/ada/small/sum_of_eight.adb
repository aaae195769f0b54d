--  A sum is within as many bounds as there are components.
with Small_Arrays; use Small_Arrays;

procedure Sum_Of_Eight (V : Eight) is
   Sum : Integer := 0;
begin
   for X of V loop
      Sum := Sum + X;
   end loop;
   pragma Assert (Sum in -800 .. 800);
end Sum_Of_Eight;
