--  RM A.4.10.
function Ada.Strings.Equal_Case_Insensitive (Left, Right : String) return Boolean;
