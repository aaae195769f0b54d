--  A sum of products of what has bounds. With a slip.
with Small_Arrays; use Small_Arrays;

procedure Scalar_Product_Slip (A, B : Eight) is
   Sum : Integer := 0;
begin
   for I in 1 .. 8 loop
      Sum := Sum + A (I) * B (I);
   end loop;
   pragma Assert (Sum >= 0);
end Scalar_Product_Slip;
