--  Character literals are of any character type that the context wants, those beyond Latin-1 too; a concatenation of
--  literals of own characters has the array type of these (RM 4.2 (2), 4.5.3 (4)).
procedure Wide_Characters is
   type Letter is ('a', 'b', 'c');
   type Word is array (Positive range <>) of Letter;
   type Own is new Wide_Character;
   C : Wide_Character := 'Z';
   D : Wide_Wide_Character := 'a';
   O : constant Own := 'x';
   S : constant Wide_String (1 .. 2) := "ab";
   T : constant Wide_Wide_String := "a" & 'b' & "";
   U : Wide_Wide_String (3 .. 4) := ("" & 'x') & Wide_Wide_Character'Val (16#1F600#);
   X : constant Word := ("" & 'a') & 'b';
   Y : constant Word := ("" & 'a') & Letter'('b');
   function Code (Of_One : Character) return Integer is (Character'Pos (Of_One));
   function Code (Of_One : Wide_Wide_Character) return Integer is (-Wide_Wide_Character'Pos (Of_One));
begin
   pragma Assert (C > 'A' and D = 'a' and S = "ab" and T (2) = 'b' and O > 'w');
   C := S (1);
   pragma Assert (C = 'a');
   case C is
      when 'a' .. 'f' => C := Wide_Character'Succ (C);
      when others => null;
   end case;
   pragma Assert (C in 'b' | 'x');
   pragma Assert (X = Y and X'First = 1 and Y (2) = 'b');
   pragma Assert (Code (Character'('a')) = 97 and Code (D) = -97);
   U (3) := D;
   pragma Assert (U = 'a' & Wide_Wide_Character'Val (128512));
   C := Wide_Character'Val (Wide_Wide_Character'Pos (U (4)));  --  fails: VC_RANGE_CHECK
end Wide_Characters;
