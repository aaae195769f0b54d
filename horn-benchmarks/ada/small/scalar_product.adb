--  A sum of products of what has bounds.
with Small_Arrays; use Small_Arrays;

procedure Scalar_Product (A, B : Eight) is
   Sum : Integer := 0;
begin
   for I in 1 .. 8 loop
      Sum := Sum + A (I) * B (I);
   end loop;
   pragma Assert (abs Sum <= 80_000);
end Scalar_Product;
