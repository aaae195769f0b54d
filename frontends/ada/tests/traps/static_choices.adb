--  RM 4.9 (12.1), 3.5.2 (3): conditional expressions may be static; character literals are of every character type.
procedure Static_Choices is
   type Number is (One, Two, Three);
   function Pick (N : Integer) return Integer is
     (case N is when (case Two is when One => 5, when Two .. Three => 7) => 1, when others => 2);
   W : Wide_Character := 'A';
   B : constant Wide_Character := 'B';
   L : constant Wide_Wide_Character := 'z';
begin
   pragma Assert (Pick (7) = 1 and Pick (5) = 2);
   pragma Assert (Wide_Character'Pos (W) = 65 and W < B and Wide_Wide_Character'Pos (L) = 122);
   W := 'C';
   pragma Assert (W < B);  --  fails: VC_ASSERT
end Static_Choices;
