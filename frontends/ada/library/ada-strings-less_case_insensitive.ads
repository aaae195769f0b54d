--  RM A.4.10.
function Ada.Strings.Less_Case_Insensitive (Left, Right : String) return Boolean;
