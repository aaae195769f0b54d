--  The second half of the array is not reached. After SV-COMP array_range_init_false.
procedure Range_Init is
   type Table is array (1 .. 20) of Natural;
   T : Table := (others => 0);
begin
   for I in T'Range loop
      if I <= 10 then
         T (I) := I;
      elsif I < 20 then
         T (I) := 2 * I;
      end if;
   end loop;

   for I in T'Range loop
      pragma Assert (T (I) >= I);
   end loop;
end Range_Init;
