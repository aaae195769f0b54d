--  Steps of 51 meet the last word, for it is 5 times 51. After SV-COMP loop-acceleration/simple_2.
with Interfaces; use Interfaces;

procedure Odd_Wrap (Rounds : Natural) is
   X : Unsigned_8 := 0;
begin
   for I in 1 .. Rounds loop
      X := X + 51;
      pragma Assert (X /= 255);
   end loop;
end Odd_Wrap;
