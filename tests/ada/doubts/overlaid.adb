--  What lies at the address of another variable changes with it, and the other way round (RM 13.3).
procedure Overlaid is
   X : Integer := 0;
   Y : Integer := 7;
   for Y'Address use X'Address;
   Z : Integer := 7;
begin
   X := 5;
   pragma Assert (Y = 7);
   pragma Assert (Z = 7);
end Overlaid;
