--  One counter falls twice as fast; a third says by how much they differ.
--  One mistake is seeded: the annotation does not hold.
procedure Countdown_By_Two_Bug (I, J : in Natural) is
   X, Y : Integer;
   Z : Integer := 0;
begin
   --% assume I <= 1_000_000 and J <= 1_000_000;
   X := I;
   Y := J;
   while X /= 0 loop
      X := X - 1;
      Y := Y - 2;
      Z := Z + 2;
   end loop;
   --% assert I = J -> Y = -Z;
end Countdown_By_Two_Bug;
