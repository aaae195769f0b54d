--  A slip: what stands behind the value is counted, too.
package Tallies with SPARK_Mode is
   subtype Small is Integer range -1000 .. 1000;
   type Values is array (Positive range <>) of Small;
   function Occ (A : Values; V : Small; I : Natural) return Natural
     with Pre => A'First = 1 and A'Last <= 1000 and I <= A'Last, Post => Occ'Result <= I,
          Subprogram_Variant => (Decreases => I);
   function Count (A : Values; V : Small) return Natural
     with Pre => A'First = 1 and A'Last in 1 .. 1000, Post => Count'Result = Occ (A, V, A'Last);
end Tallies;
