--  Cabins and baskets of a swimming pool are neither lost nor made.
procedure Swimming_Pool (P, Q : in Natural) is
   function Nondet return Boolean with Import, Volatile_Function;
   X1, X2, X3, X4, X5 : Integer := 0;
   X6, X7 : Integer;
begin
   --% assume P <= 10_000 and Q <= 10_000;
   X6 := P;
   X7 := Q;
   while Nondet loop
      if Nondet then
         if X6 >= 1 then
            X1 := X1 + 1;
            X6 := X6 - 1;
         end if;
      elsif Nondet then
         if X1 >= 1 and X7 >= 1 then
            X1 := X1 - 1;
            X2 := X2 + 1;
            X7 := X7 - 1;
         end if;
      elsif Nondet then
         if X2 >= 1 then
            X2 := X2 - 1;
            X3 := X3 + 1;
            X6 := X6 + 1;
         end if;
      elsif Nondet then
         if X3 >= 1 and X6 >= 1 then
            X3 := X3 - 1;
            X4 := X4 + 1;
            X6 := X6 - 1;
         end if;
      elsif Nondet then
         if X4 >= 1 then
            X4 := X4 - 1;
            X5 := X5 + 1;
            X7 := X7 + 1;
         end if;
      elsif X5 >= 1 then
         X5 := X5 - 1;
         X6 := X6 + 1;
      end if;
   end loop;
   --% assert X1 + X2 + X4 + X5 + X6 = P and X2 + X3 + X4 + X7 = Q;
end Swimming_Pool;
