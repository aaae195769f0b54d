--  A conversion to fewer digits changes the value. After SV-COMP float-benchs/float_double.
procedure Long_To_Short is
   Long  : Long_Float := 1.0E20;
   Short : Float;
begin
   Long  := Long + 1.0;
   Short := Float (Long);
   pragma Assert (Long_Float (Short) /= Long);
end Long_To_Short;
