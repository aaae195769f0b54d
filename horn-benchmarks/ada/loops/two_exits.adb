--  Either of two counters ends the loop. After SV-COMP loops/terminator_02.
procedure Two_Exits (Start_X, Start_Z : Integer; Toggle : Boolean) with
  Pre => Start_X in -1_000 .. 1_000 and then Start_Z in -1_000 .. 1_000
is
   X   : Integer := Start_X;
   Z   : Integer := Start_Z;
   Tag : Boolean := Toggle;
begin
   while X < 100 and then 100 < Z loop
      if Tag then
         X := X + 1;
      else
         X := X - 1;
         Z := Z - 1;
      end if;
      Tag := not Tag;
   end loop;
   pragma Assert (X >= 100 or else Z <= 100);
end Two_Exits;
