--  The prefix of a range attribute is evaluated (RM 4.1.4), once for both bounds, also if the bounds are known without it.
procedure Range_Of_Call (N : Integer) is
   type Row is array (1 .. 3) of Integer;
   Calls, Sum : Natural := 0;
   function Made (Divisor : Integer) return Row is
   begin
      Calls := Calls + 1;
      return (others => 12 / Divisor);
   end Made;
   function Word (Length : Natural) return String is
   begin
      Calls := Calls + 1;
      return (1 .. Length => 'x');
   end Word;
begin
   for I in Word (2)'Range loop
      Sum := Sum + I;
   end loop;
   pragma Assert (Sum = 3 and Calls = 1);
   pragma Assert (Word (4)'Length = 4);
   pragma Assert (Calls = 2);
   for I in Made (1)'Range loop
      Sum := Sum + I;
   end loop;
   pragma Assert (Sum = 9 and Calls = 3);
   if Sum in Made (N)'Range then
      Sum := 0;
   end if;
   pragma Assert (Calls = 4 and Sum = 9);
end Range_Of_Call;
