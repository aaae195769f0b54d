--  A conversion to an integer rounds halves away from zero.
procedure Rounding (X : Float) with
  Pre => X = 2.5 or else X = -2.5 or else X = 0.5 or else X = 1.5
is
   N : constant Integer := Integer (X);
begin
   pragma Assert (if X = 2.5 then N = 3);
   pragma Assert (if X = -2.5 then N = -3);
   pragma Assert (if X = 0.5 then N = 1);
   pragma Assert (if X = 2.5 then Float'Unbiased_Rounding (X) = 2.0);
   pragma Assert (if X = 2.5 then Float'Machine_Rounding (X) = 3.0);
   pragma Assert (if X = -2.5 then Float'Truncation (X) = -2.0);
   pragma Assert (if X = -2.5 then Float'Floor (X) = -3.0 and then Float'Ceiling (X) = -2.0);
end Rounding;
