--  Two cursors that run towards each other. After SV-COMP loop-lit/cggmp2005.
procedure Closing_Gap is
   I : Integer := 1;
   J : Integer := 10;
begin
   while J >= I loop
      I := I + 2;
      J := J - 1;
   end loop;
   pragma Assert (J = 6);
end Closing_Gap;
