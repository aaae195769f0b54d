--  A loop up to the last integer ends without an overflow.
procedure Last_Integer (Low : Integer) with
  Pre => Low >= Integer'Last - 5
is
   Count : Natural := 0;
begin
   for I in Low .. Integer'Last loop
      Count := Count + 1;
   end loop;
   pragma Assert (Count <= 6);
   for I in reverse Integer'First .. Integer'First + 2 loop
      Count := Count + 1;
   end loop;
   pragma Assert (Count <= 9);
end Last_Integer;
