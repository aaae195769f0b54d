--  The last bits of a word are kept by additions of eight. After SV-COMP loop-invariants/bin-suffix-5.
with Interfaces; use Interfaces;

procedure Binary_Suffix (Rounds : Natural) is
   X : Unsigned_32 := 5;
begin
   for I in 1 .. Rounds loop
      X := X + 8;
   end loop;
   pragma Assert ((X and 5) = 5);
end Binary_Suffix;
