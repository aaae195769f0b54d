--  The first place of a character, if it occurs.
package Find_Some is
   type Names is array (1 .. 14) of Character;
   procedure Locate (N : Names; C : Character; Pos : out Natural) with
     Post => (if Pos = 0 then not (for some I in N'Range => N (I) = C)
              else N (Pos) = C and then (for all I in 1 .. Pos - 1 => N (I) /= C));
end Find_Some;
