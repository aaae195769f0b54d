--  Unary minus binds weaker than mod and the power.
procedure Precedence (Seven, Two : Integer) with
  Pre => Seven = 7 and then Two = 2
is
begin
   pragma Assert (-Seven mod Two = -1);
   pragma Assert ((-Seven) mod Two = 1);
   pragma Assert (-Two ** 2 = -4);
   pragma Assert (-Seven / Two = -3);
   pragma Assert (not (Seven = 7) or else Two = 2);
end Precedence;
