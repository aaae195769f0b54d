--  A flag that some iteration may have set before.
procedure Flag_In_Loop (N : in Positive) is
   function Nondet return Boolean with Import, Volatile_Function;
   X : Integer := 0;
begin
   for I in 1 .. N loop
      if Nondet then
         --% assert X <= 0;
         X := X * 2;
      else
         X := 0;
      end if;
   end loop;
end Flag_In_Loop;
