--  Sums and counts of components, by functions that call themselves.
package Totals with SPARK_Mode is
   subtype Small is Integer range -1000 .. 1000;
   type Arr is array (Positive range <>) of Small;
   function Sum (A : Arr; I : Natural) return Integer
     with Pre => A'First = 1 and A'Last <= 1000 and I <= A'Last,
          Post => Sum'Result in -1000 * I .. 1000 * I,
          Subprogram_Variant => (Decreases => I);
   procedure Total (A : Arr; S : out Integer)
     with Pre => A'First = 1 and A'Last in 1 .. 1000, Post => S = Sum (A, A'Last);
   function Occ (A : Arr; V : Small; I : Natural) return Natural
     with Pre => A'First = 1 and A'Last <= 1000 and I <= A'Last, Post => Occ'Result <= I,
          Subprogram_Variant => (Decreases => I);
   function Count (A : Arr; V : Small) return Natural
     with Pre => A'First = 1 and A'Last in 1 .. 1000, Post => Count'Result = Occ (A, V, A'Last);
end Totals;
