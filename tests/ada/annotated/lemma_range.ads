--  A lemma call in each iteration; the invariant collects its conclusion under a quantifier.
package Lemma_Range with SPARK_Mode is
   subtype Idx is Positive range 1 .. 6;
   type Piles is array (Idx) of Positive range 1 .. 50;
   subtype Speed is Positive range 1 .. 50;
   function Need (P : Piles; S : Speed; K : Natural) return Natural
     with Pre => K <= 6, Subprogram_Variant => (Decreases => K), Post => Need'Result <= K * 50;
   function Need (P : Piles; S : Speed; K : Natural) return Natural is
     (if K = 0 then 0 else Need (P, S, K - 1) + (P (K) + S - 1) / S);
   procedure Monotone (P : Piles; S, T : Speed)
     with Ghost, Import, Global => null, Pre => S <= T, Post => Need (P, T, 6) <= Need (P, S, 6);
   procedure All_Slow (P : Piles; Top : Speed; Hours : Natural)
     with Ghost, Pre => Need (P, Top, 6) > Hours,
     Post => (for all S in 1 .. Top => Need (P, S, 6) > Hours);
end Lemma_Range;
