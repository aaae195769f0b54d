--  The series of the sine, with a sign mistake in its last term, exceeds one. After SV-COMP floats-cdfpl/sine_2_false.
procedure Sine_Above_One (X : Float) with
  Pre => X > -1.570_796 and then X < 1.570_796
is
   Sine : Float;
begin
   Sine :=
     X - (X * X * X) / 6.0 + (X * X * X * X * X) / 120.0
     + (X * X * X * X * X * X * X) / 5040.0;
   pragma Assert (Sine <= 1.0 and then Sine >= -1.0);
end Sine_Above_One;
