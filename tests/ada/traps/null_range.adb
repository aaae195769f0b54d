--  The bounds of a null range need not belong to the subtype.
procedure Null_Range (Low : Integer) with
  Pre => Low in 1 .. 10
is
   subtype Place is Integer range 1 .. 10;
   Rounds : Natural := 0;
begin
   for I in Place range Low .. Low - 20 loop
      Rounds := Rounds + 1;
   end loop;
   for I in reverse Place range Low .. -20 loop
      Rounds := Rounds + 1;
   end loop;
   pragma Assert (Rounds = 0);
end Null_Range;
