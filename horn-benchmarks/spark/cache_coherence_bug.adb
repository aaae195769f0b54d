--  Berkeley's cache protocol: how many caches are in which state.
--  One mistake is seeded: the annotation does not hold.
procedure Cache_Coherence_Bug (Start : in Positive) is
   function Nondet return Boolean with Import, Volatile_Function;
   Invalid : Integer := Start;
   Unowned, Nonexclusive, Exclusive : Integer := 0;
begin
   --% assume Start <= 10_000;
   while Nondet loop
      if Nondet then
         if Invalid >= 1 then
            Nonexclusive := Nonexclusive + Exclusive;
            Exclusive := 0;
            Invalid := Invalid - 1;
            Unowned := Unowned + 1;
         end if;
      elsif Nondet then
         if Nonexclusive + Unowned >= 1 then
            Invalid := Invalid + Unowned + Nonexclusive - 1;
            Exclusive := Exclusive + 1;
            Unowned := 0;
            Nonexclusive := 0;
         end if;
      elsif Invalid >= 1 then
         Unowned := 0;
         Nonexclusive := 0;
         Exclusive := 1;
         Invalid := Start;
      end if;
   end loop;
   --% assert Exclusive >= 0 and Unowned >= 0 and Invalid + Unowned + Nonexclusive + Exclusive = Start;
end Cache_Coherence_Bug;
