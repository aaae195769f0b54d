with Ada.Characters.Handling; use Ada.Characters.Handling;

function Ada.Strings.Equal_Case_Insensitive (Left, Right : String) return Boolean is
begin
   return To_Lower (Left) = To_Lower (Right);
end Ada.Strings.Equal_Case_Insensitive;
