--  SPARK's library, Cut_Operations: the steps of a proof. `By (A, B)` is A, for which B is the reason; `So (A, B)` is
--  A, from which B follows.
package SPARK.Cut_Operations with SPARK_Mode, Pure is
   function By (Consequence, Premise : Boolean) return Boolean is (Consequence) with Pre => Premise;
   function So (Premise, Consequence : Boolean) return Boolean is (Premise) with
     Pre => (if Premise then Consequence);
end SPARK.Cut_Operations;
