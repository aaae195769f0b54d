procedure Recursion is
   function Fact (N : Natural) return Positive is
     (if N = 0 then 1 else N * Fact (N - 1))
     with Pre => N <= 12;
   function Fib (N : Natural) return Natural is
   begin
      if N < 2 then
         return N;
      end if;
      return Fib (N - 1) + Fib (N - 2);
   end Fib;
   function Even (N : Natural) return Boolean;
   function Odd (N : Natural) return Boolean is (if N = 0 then False else Even (N - 1));
   function Even (N : Natural) return Boolean is (if N = 0 then True else Odd (N - 1));
   N : Natural := 5;
begin
   pragma Assert (Fact (N) = 120);
   pragma Assert (Fib (10) = 55);
   pragma Assert (Even (N + 1));
   pragma Assert (Odd (N + 1));  --  fails: VC_ASSERT
end Recursion;
