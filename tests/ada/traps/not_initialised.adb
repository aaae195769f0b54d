--  A variable that one path leaves without a value. The compiler raises nothing here.
procedure Not_Initialised (Set : Boolean) is
   X : Integer;
   Y : Integer := 0;
begin
   if Set then
      X := 1;
   end if;
   Y := Y / 2 + X / 4;
   pragma Assert (Set or else not Set);
end Not_Initialised;
