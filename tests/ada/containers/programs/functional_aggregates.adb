--  Container aggregates (RM 4.3.5) of SPARK's containers, in statements, contracts and quantified expressions.
pragma Ada_2022;
with SPARK.Big_Integers; use SPARK.Big_Integers;
with SPARK.Containers.Formal.Vectors;
with SPARK.Containers.Formal.Ordered_Sets;
with SPARK.Containers.Functional.Maps;
with SPARK.Containers.Functional.Sets;
with SPARK.Containers.Functional.Vectors;
with Ada.Containers; use Ada.Containers;
procedure Functional_Aggregates with SPARK_Mode is
   package Sequences is new SPARK.Containers.Functional.Vectors (Positive, Integer);
   use Sequences;
   package Sets is new SPARK.Containers.Functional.Sets (Integer);
   use type Sets.Set;
   package Maps is new SPARK.Containers.Functional.Maps (Integer, Integer);
   package Vectors is new SPARK.Containers.Formal.Vectors (Positive, Integer);
   package Ordered is new SPARK.Containers.Formal.Ordered_Sets (Integer);

   function Pair (A, B : Integer) return Sequence is ([A, B]) with
     Post => Last (Pair'Result) = 2 and then Get (Pair'Result, 2) = B;

   function Twice (A : Integer) return Sets.Set is ([A, A]) with
     Post => Twice'Result = [A] and then Sets.Length (Twice'Result) = 1;

   procedure Bounded (K : Integer) is
      V : constant Vectors.Vector := [K, 2, K];
   begin
      pragma Assert (Vectors.Length (V) = 3);
      pragma Assert (Vectors.Element (V, 3) = K);
   end Bounded;

   procedure Of_Sets is
      S : constant Ordered.Set := [3, 1];
   begin
      pragma Assert (Ordered.Length (S) = 2 and then Ordered.Contains (S, 3));
   end Of_Sets;

   M : constant Maps.Map := [1 => 10, 2 => 20];
begin
   pragma Assert (Maps.Length (M) = 2 and then Maps.Get (M, 2) = 20);
   pragma Assert (for all I in 1 .. 3 => Sets.Contains ([I, 5], I));
   pragma Assert (Sets.Contains (Twice (4), 4));
   Bounded (7);
   Of_Sets;
   pragma Assert (Maps.Has_Key (M, 3));  --  open
end Functional_Aggregates;
