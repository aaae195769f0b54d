with SPARK.Containers.Functional.Sets;
with SPARK.Containers.Functional.Maps;
with SPARK.Big_Integers; use SPARK.Big_Integers;
package Discrete with SPARK_Mode is
   type Color is (Red, Green, Blue);
   package Colors is new SPARK.Containers.Functional.Sets (Color);
   package Numbers is new SPARK.Containers.Functional.Sets (Integer);
   package Ages is new SPARK.Containers.Functional.Maps (Positive, Natural);
   use type Colors.Set, Numbers.Set, Ages.Map;

   procedure Added (A : Numbers.Set; X, Y : Integer) with
     Pre => not Numbers.Contains (A, X) and X /= Y;
   procedure Only (A : Numbers.Set; X : Integer) with Pre => Numbers.Contains (A, X);
   procedure Equal (A, B : Numbers.Set);
   procedure Removed (A : Numbers.Set; X : Integer) with Pre => Numbers.Contains (A, X);
   procedure Joined (A, B : Numbers.Set);
   procedure Few (A : Colors.Set);
   procedure Up_To (N : Natural) with Pre => N < 1_000;
   procedure Aged (A : Ages.Map; P, Q : Positive) with Pre => Ages.Has_Key (A, P) and P /= Q;
   procedure Kept (A, B : Ages.Map; P : Positive);
end Discrete;
