--  The length of the copied part is at most the length of the source.
procedure Substring_Bounds (From, K : in Natural) is
   I : Integer := From;
   J : Integer := 0;
begin
   --% assume From <= K and K <= 100;
   while I < K loop
      I := I + 1;
      J := J + 1;
   end loop;
   --% assert J <= 100;
end Substring_Bounds;
