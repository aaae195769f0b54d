--  A sum is within as many bounds as there are components. With a slip.
with Small_Arrays; use Small_Arrays;

procedure Sum_Of_Eight_Slip (V : Eight) is
   Sum : Integer := 0;
begin
   for X of V loop
      Sum := Sum + X;
   end loop;
   pragma Assert (Sum in -800 .. 799);
end Sum_Of_Eight_Slip;
