--  One counter falls twice as fast; a third says by how much they differ.
procedure Countdown_By_Two (I, J : in Natural) is
   X, Y : Integer;
   Z : Integer := 0;
begin
   --% assume I <= 1_000_000 and J <= 1_000_000;
   X := I;
   Y := J;
   while X /= 0 loop
      X := X - 1;
      Y := Y - 2;
      Z := Z + 1;
   end loop;
   --% assert I = J -> Y = -Z;
end Countdown_By_Two;
