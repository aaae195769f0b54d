--  A sum of two numbers is built by steps of one.
procedure Terminating_Sum (A, B : in Natural) is
   X : Integer := A;
   Y : Integer := B;
begin
   --% assume A <= 1_000_000 and B <= 1_000_000;
   while Y > 0 loop
      X := X + 1;
      Y := Y - 1;
   end loop;
   --% assert X = A + B;
end Terminating_Sum;
