with Rotations;
procedure Driver is
   N : Integer;
begin
   for I in 1 .. 4 loop
      Rotations.Join;
   end loop;
   for I in 1 .. 6 loop
      Rotations.Turn;
   end loop;
   N := Rotations.Current;
end Driver;
