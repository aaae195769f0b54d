--  A flag that some iteration may have set before.
--  One mistake is seeded: the annotation does not hold.
procedure Flag_In_Loop_Bug (N : in Positive) is
   function Nondet return Boolean with Import, Volatile_Function;
   X : Integer := 0;
begin
   for I in 1 .. N loop
      if Nondet then
         --% assert X <= 0;
         X := X * 2;
      else
         X := 1;
      end if;
   end loop;
end Flag_In_Loop_Bug;
