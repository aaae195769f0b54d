--  A fifth power is no product of five factors: the run-time computes it more precisely.
procedure Fifth_Power (X : Float) with
  Pre => X = 0.1
is
   Power : constant Float := X ** 5;
begin
   pragma Assert (Power in 9.999E-6 .. 1.0001E-5);
   pragma Assert (X ** 3 = X * X * X);
end Fifth_Power;
