--  Rounding accumulated in ten additions.
procedure Acc_Input (X : Float) with Pre => X in 0.0 .. 1.0 is
   S : Float := 0.0;
begin
   for I in 1 .. 10 loop
      S := S + X;
   end loop;
   pragma Assert (abs (S - 10.0 * X) <= 1.0E-4);
end Acc_Input;
