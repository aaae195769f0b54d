--  Conversion rounds halves away from zero.
procedure Rounding is
   F : Float := 2.5;
   I : Integer;
begin
   I := Integer (F);
   pragma Assert (I = 3);
   F := -2.5;
   I := Integer (F);
   pragma Assert (I = -3);
   F := 0.49;
   pragma Assert (Integer (F) = 0);
   F := -2.5;
   pragma Assert (Integer (Float'Floor (F)) = -3 and Integer (Float'Ceiling (F)) = -2);
   pragma Assert (Integer (Float'Truncation (F)) = -2);
   F := 3.0E9;
   I := Integer (F);  --  fails: VC_RANGE_CHECK
end Rounding;
