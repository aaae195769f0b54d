--  Eleven choices in a row: 2,048 paths, one bound.
procedure Eleven_Choices is
   function Nondet return Boolean with Import, Volatile_Function;
   X : Integer := 0;
begin
   X := X + (if Nondet then 1 else 22);
   X := X + (if Nondet then 1 else 20);
   X := X + (if Nondet then 1 else 18);
   X := X + (if Nondet then 1 else 16);
   X := X + (if Nondet then 1 else 14);
   X := X + (if Nondet then 1 else 12);
   X := X + (if Nondet then 1 else 10);
   X := X + (if Nondet then 1 else 8);
   X := X + (if Nondet then 1 else 6);
   X := X + (if Nondet then 1 else 4);
   X := X + (if Nondet then 1 else 2);
   --% assert X <= 132;
end Eleven_Choices;
