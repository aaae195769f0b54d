--  A machine of events: one token travels between three places.
--  One mistake is seeded: the annotation does not hold.
procedure Event_Flow_Bug (Start : in Positive) is
   function Nondet return Boolean with Import, Volatile_Function;
   X1 : Integer := Start;
   X2, X3, X5, X6 : Integer := 0;
   X4 : Integer := 1;
begin
   --% assume Start <= 10_000;
   while Nondet loop
      if Nondet then
         if X1 >= 1 and X4 >= 1 then
            X1 := X1 - 1;
            X4 := X4 - 1;
            X2 := X2 + 1;
            X5 := X5 + 2;
         end if;
      elsif Nondet then
         if X2 >= 1 and X6 >= 1 then
            X2 := X2 - 1;
            X3 := X3 + 1;
         end if;
      elsif Nondet then
         if X4 >= 1 and X3 >= 1 then
            X3 := X3 - 1;
            X2 := X2 + 1;
         end if;
      elsif Nondet then
         if X3 >= 1 then
            X3 := X3 - 1;
            X1 := X1 + 1;
            X6 := X6 + X5;
            X5 := 0;
         end if;
      elsif X2 >= 1 then
         X2 := X2 - 1;
         X1 := X1 + 1;
         X4 := X4 + X6;
         X6 := 0;
      end if;
   end loop;
   --% assert X4 + X5 + X6 = 1 and X4 >= 0 and X5 >= 0 and X6 >= 0;
end Event_Flow_Bug;
