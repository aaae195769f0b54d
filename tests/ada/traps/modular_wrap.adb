--  Modular types wrap at any modulus; not X is the modulus minus one minus X.
procedure Modular_Wrap (N : Natural) with
  Pre => N <= 9
is
   type Digit is mod 10;
   D : constant Digit := Digit (N);
   E : Digit;
begin
   E := D + 9;
   pragma Assert (E = D - 1);
   pragma Assert (-D = (if D = 0 then 0 else 9 - D + 1));
   pragma Assert (Digit'Mod (N + 10) = D);
   pragma Assert (Digit'Mod (N - 1) = E);
   pragma Assert (D + (9 - D) = 9);
end Modular_Wrap;
