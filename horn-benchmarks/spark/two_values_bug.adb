--  One of two assignments was made.
--  One mistake is seeded: the annotation does not hold.
procedure Two_Values_Bug is
   function Nondet return Boolean with Import, Volatile_Function;
   X, Y : Integer := 0;
begin
   if Nondet then
      X := 5;
   else
      Y := 11;
   end if;
   --% assert X = 5 or Y = 10;
end Two_Values_Bug;
