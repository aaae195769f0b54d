--  A representation clause changes 'Enum_Rep and 'Enum_Val, but neither 'Pos and 'Val nor the order (RM 13.4).
procedure Codes_Of_Literals (N : Integer) is
   type Level is (Low, Middle, High);
   for Level use (Low => 1, Middle => 5, High => 9);
   type Own is new Level;
   L : constant Level := (if N > 0 then Middle else High);
begin
   pragma Assert (Level'Enum_Rep (L) = (if N > 0 then 5 else 9));
   pragma Assert (Level'Pos (L) = (if N > 0 then 1 else 2) and then L > Low);
   pragma Assert (Level'Enum_Val (5) = Middle and then Level'Val (1) = Middle);
   pragma Assert (Own'Enum_Rep (Own (L)) >= 5 and then Level'Enum_Rep (Low) = 1);
end Codes_Of_Literals;
