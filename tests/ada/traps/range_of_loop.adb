--  The bounds of a range that is not null must belong to the subtype.
procedure Range_Of_Loop (High : Integer) is
   subtype Place is Integer range 1 .. 10;
   Sum : Natural := 0;
begin
   for I in Place range 1 .. High loop
      Sum := Sum + I;
   end loop;
   pragma Assert (Sum <= 100);
end Range_Of_Loop;
