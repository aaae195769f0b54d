--  'Enum_Val raises Constraint_Error for a number that is no code (RM 13.4 (11.3)).
procedure No_Such_Code (N : Integer) is
   type Level is (Low, Middle, High);
   for Level use (Low => 1, Middle => 5, High => 9);
   L : Level;
begin
   L := Level'Enum_Val (N);
   pragma Assert (Level'Enum_Rep (L) = N);
end No_Such_Code;
