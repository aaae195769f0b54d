--  A copy up to a mark that nobody promised. After SV-COMP standard_strcpy.
procedure Copy_To_Mark (Start : Integer) is
   type Text is array (1 .. 5) of Integer;
   Source : Text := (others => 7);
   Target : Text := (others => 0);
   I      : Positive := 1;
begin
   Source (3) := Start;
   while Source (I) /= 0 loop
      Target (I) := Source (I);
      I := I + 1;
   end loop;
   pragma Assert (Target (I) = 0);
end Copy_To_Mark;
