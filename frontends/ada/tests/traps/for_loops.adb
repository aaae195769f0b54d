--  Bounds are evaluated once; null ranges do not fail; a loop up to Integer'Last ends.
procedure For_Loops is
   subtype Ix is Integer range 1 .. 10;
   N     : Integer := 3;
   Count : Integer := 0;
   High  : Integer := -20;
begin
   for I in 1 .. N loop
      N := N + 1;
      Count := Count + 1;
   end loop;
   pragma Assert (Count = 3 and N = 6);
   for I in Ix range 5 .. High loop
      Count := Count + 100;
   end loop;
   for I in Integer'Last - 2 .. Integer'Last loop
      Count := Count + 1;
   end loop;
   for I in reverse Integer'First .. Integer'First + 1 loop
      Count := Count + 1;
   end loop;
   pragma Assert (Count = 8);
   Count := 0;
   for I in reverse 1 .. 4 loop
      Count := Count * 10 + I;
   end loop;
   pragma Assert (Count = 4321);
   High := 11;
   for I in Ix range 5 .. High loop  --  fails: VC_RANGE_CHECK
      Count := 0;
   end loop;
end For_Loops;
