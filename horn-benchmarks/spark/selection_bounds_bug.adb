--  The indices of selection sort.
--  One mistake is seeded: the annotation does not hold.
procedure Selection_Bounds_Bug (N : in Positive) is
   function Nondet return Boolean with Import, Volatile_Function;
   Least : Integer;
begin
   --% assume N <= 10_000;
   for I in 1 .. N - 1 loop
      Least := I;
      for J in I + 1 .. N loop
         if Nondet then
            Least := J + 1;
         end if;
      end loop;
      --% assert Least >= I and Least <= N;
   end loop;
end Selection_Bounds_Bug;
